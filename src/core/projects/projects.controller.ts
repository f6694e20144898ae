import { Controller, Get, Post, Put } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { Input, Me, Paging, Target } from '../access/request.decorators.js';
import { Role } from '../access/role.js';
import { UserTargetResolver } from '../users/user-target.resolver.js';
import type { User } from '../users/user.js';
import { newProject, projectFilters, projectUpdate } from './project-changes.js';
import { CreateProjectInput, ListProjectsQuery, ShowProjectQuery, UpdateProjectInput } from './projects.dto.js';
import { SentProof } from '../spam/spam-proof.js';
import type { SpamProof } from '../spam/spam-proof.js';
import { ProjectCreationService } from './project-creation.service.js';
import { ListedProjectSchema, ProjectSchema, ShownProjectSchema } from './project.presenter.js';
import type { Project } from './project.js';
import { ProjectViewsService } from './project-views.service.js';
import { ProjectsService } from './projects.service.js';

/** Contract: core §6. */
@Controller('projects')
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly creation: ProjectCreationService,
    private readonly views: ProjectViewsService,
  ) {}

  @Get()
  @Allow({ on: 'instance', anonymous: true })
  @Answers([ListedProjectSchema])
  async list(@Me() me: Caller, @Paging() page: PageRequest, @Input() query: ListProjectsQuery) {
    const request = { page, orderBy: query.order_by, sort: query.sort };
    const found = await this.projects.list(projectFilters(query), request, me);
    return this.views.listed(found, me, query);
  }

  @Post()
  @Allow({ on: 'instance' })
  @Answers(ProjectSchema)
  async create(@Me() me: Caller, @Input() input: CreateProjectInput, @SentProof() proof: SpamProof) {
    const project = { ...newProject(input), namespaceId: input.namespace_id };
    return this.views.detailed(await this.creation.create(project, me, proof), me);
  }

  @Post('user/:user_id')
  @Allow({ on: UserTargetResolver, role: 'admin' })
  @Answers(ProjectSchema)
  async createFor(@Target() user: User, @Me() me: Caller, @Input() input: CreateProjectInput) {
    return this.views.detailed(await this.creation.createFor(user, newProject(input), me), me);
  }

  @Get(':id')
  @Allow({ on: 'project', anonymous: true })
  @Answers(ShownProjectSchema)
  show(@Target() project: Project, @Me() me: Caller, @Input() query: ShowProjectQuery) {
    return this.views.detailed(project, me, query.statistics);
  }

  @Put(':id')
  @Allow({ on: 'project', role: Role.Maintainer })
  @Answers(ProjectSchema)
  async update(
    @Target() project: Project,
    @Me() me: Caller,
    @Input() input: UpdateProjectInput,
    @SentProof() proof: SpamProof,
  ) {
    return this.views.detailed(await this.projects.update(project, projectUpdate(input), me, proof), me);
  }

  @Post(':id/archive')
  @Allow({ on: 'project', role: Role.Owner })
  @Answers(ProjectSchema)
  async archive(@Target() project: Project, @Me() me: Caller) {
    return this.views.detailed(await this.projects.setArchived(project, true, me), me);
  }

  @Post(':id/unarchive')
  @Allow({ on: 'project', role: Role.Owner })
  @Answers(ProjectSchema)
  async unarchive(@Target() project: Project, @Me() me: Caller) {
    return this.views.detailed(await this.projects.setArchived(project, false, me), me);
  }
}
