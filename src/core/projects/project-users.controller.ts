import { Controller, Get } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Env } from '../../platform/config/env.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { Input, Me, Paging, Target } from '../access/request.decorators.js';
import { SearchMembersQuery } from '../members/members.dto.js';
import { MembersService } from '../members/members.service.js';
import { BasicUserSchema, presentBasicUser } from '../users/user.presenter.js';
import { UserTargetResolver } from '../users/user-target.resolver.js';
import type { User } from '../users/user.js';
import { projectFilters } from './project-changes.js';
import { ListProjectsQuery } from './projects.dto.js';
import { projectContainer } from './project-members.js';
import { ListedProjectSchema } from './project.presenter.js';
import type { Project } from './project.js';
import { ProjectViewsService } from './project-views.service.js';
import { ProjectsService } from './projects.service.js';

/** The people of a project, and the projects of a person (contract: core §3, §6). */
@Controller()
export class ProjectUsersController {
  constructor(
    private readonly members: MembersService,
    private readonly projects: ProjectsService,
    private readonly views: ProjectViewsService,
    private readonly env: Env,
  ) {}

  @Get('projects/:id/users')
  @Allow({ on: 'project' })
  @Answers([BasicUserSchema])
  async listUsers(@Target() project: Project, @Paging() page: PageRequest, @Input() query: SearchMembersQuery) {
    const found = await this.members.listAll(projectContainer(project), { query: query.search }, page);
    return found.map((member) => presentBasicUser(member, this.env.baseUrl));
  }

  @Get('users/:user_id/projects')
  @Allow({ on: UserTargetResolver })
  @Answers([ListedProjectSchema])
  async listProjects(
    @Target() user: User,
    @Me() me: Caller,
    @Paging() page: PageRequest,
    @Input() query: ListProjectsQuery,
  ) {
    const request = { page, orderBy: query.order_by, sort: query.sort };
    const found = await this.projects.listOfUser(user, projectFilters(query), request, me);
    return this.views.listed(found, me, query);
  }
}
