import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Env } from '../../platform/config/env.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../access/request.decorators.js';
import { AddMemberInput, ListMembersQuery, memberQuery, UpdateMemberInput } from '../members/members.dto.js';
import { AdditionSchema, MemberSchema, presentAdded, presentMember } from '../members/member.presenter.js';
import { MembersService } from '../members/members.service.js';
import { PROJECT_MANAGER, projectContainer } from './project-members.js';
import type { Project } from './project.js';

/** Contract: core §7. */
@Controller('projects/:id/members')
@Allow({ on: 'project' })
export class ProjectMembersController {
  constructor(
    private readonly members: MembersService,
    private readonly env: Env,
  ) {}

  @Get()
  @Answers([MemberSchema])
  async list(
    @Target() project: Project,
    @Me() me: Caller,
    @Paging() page: PageRequest,
    @Input() query: ListMembersQuery,
  ) {
    const found = await this.members.list(projectContainer(project), memberQuery(query), page);
    return found.map((member) => presentMember(member, me, this.env.baseUrl));
  }

  @Get('all')
  @Answers([MemberSchema])
  async listAll(
    @Target() project: Project,
    @Me() me: Caller,
    @Paging() page: PageRequest,
    @Input() query: ListMembersQuery,
  ) {
    const found = await this.members.listAll(projectContainer(project), memberQuery(query), page);
    return found.map((member) => presentMember(member, me, this.env.baseUrl));
  }

  @Get(':user_id')
  @Answers(MemberSchema)
  async show(@Target() project: Project, @Me() me: Caller, @IdParam('user_id') userId: number) {
    return presentMember(await this.members.get(projectContainer(project), userId), me, this.env.baseUrl);
  }

  @Get('all/:user_id')
  @Answers(MemberSchema)
  async showAny(@Target() project: Project, @Me() me: Caller, @IdParam('user_id') userId: number) {
    return presentMember(await this.members.getEffective(projectContainer(project), userId), me, this.env.baseUrl);
  }

  @Post()
  @Allow({ on: 'project', role: PROJECT_MANAGER })
  @Answers(AdditionSchema)
  async add(@Target() project: Project, @Me() me: Caller, @Input() input: AddMemberInput) {
    const grant = { level: input.access_level, expiresAt: input.expires_at };
    const [userId = 0, ...others] = input.user_id;
    if (others.length > 0) {
      return presentAdded(await this.members.addMany(projectContainer(project), input.user_id, grant, me));
    }
    return presentMember(await this.members.add(projectContainer(project), userId, grant, me), me, this.env.baseUrl);
  }

  @Put(':user_id')
  @Allow({ on: 'project', role: PROJECT_MANAGER })
  @Answers(MemberSchema)
  async change(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('user_id') userId: number,
    @Input() input: UpdateMemberInput,
  ) {
    const grant = { level: input.access_level, expiresAt: input.expires_at };
    return presentMember(await this.members.change(projectContainer(project), userId, grant, me), me, this.env.baseUrl);
  }

  @Delete(':user_id')
  @HttpCode(204)
  @Allow({ on: 'project', role: PROJECT_MANAGER, orSelf: 'user_id' })
  @Answers(null)
  remove(@Target() project: Project, @Me() me: Caller, @IdParam('user_id') userId: number) {
    return this.members.remove(projectContainer(project), userId, me, PROJECT_MANAGER);
  }
}
