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
import { GROUP_MANAGER, groupContainer } from './group-members.js';
import type { Group } from './group.js';

/** Contract: core §7. */
@Controller('groups/:id/members')
@Allow({ on: 'group' })
export class GroupMembersController {
  constructor(
    private readonly members: MembersService,
    private readonly env: Env,
  ) {}

  @Get()
  @Answers([MemberSchema])
  async list(@Target() group: Group, @Me() me: Caller, @Paging() page: PageRequest, @Input() query: ListMembersQuery) {
    const found = await this.members.list(groupContainer(group), memberQuery(query), page);
    return found.map((member) => presentMember(member, me, this.env.baseUrl));
  }

  @Get('all')
  @Answers([MemberSchema])
  async listAll(
    @Target() group: Group,
    @Me() me: Caller,
    @Paging() page: PageRequest,
    @Input() query: ListMembersQuery,
  ) {
    const found = await this.members.listAll(groupContainer(group), memberQuery(query), page);
    return found.map((member) => presentMember(member, me, this.env.baseUrl));
  }

  @Get(':user_id')
  @Answers(MemberSchema)
  async show(@Target() group: Group, @Me() me: Caller, @IdParam('user_id') userId: number) {
    return presentMember(await this.members.get(groupContainer(group), userId), me, this.env.baseUrl);
  }

  @Get('all/:user_id')
  @Answers(MemberSchema)
  async showAny(@Target() group: Group, @Me() me: Caller, @IdParam('user_id') userId: number) {
    return presentMember(await this.members.getEffective(groupContainer(group), userId), me, this.env.baseUrl);
  }

  @Post()
  @Allow({ on: 'group', role: GROUP_MANAGER })
  @Answers(AdditionSchema)
  async add(@Target() group: Group, @Me() me: Caller, @Input() input: AddMemberInput) {
    const grant = { level: input.access_level, expiresAt: input.expires_at };
    const [userId = 0, ...others] = input.user_id;
    if (others.length > 0) {
      return presentAdded(await this.members.addMany(groupContainer(group), input.user_id, grant, me));
    }
    return presentMember(await this.members.add(groupContainer(group), userId, grant, me), me, this.env.baseUrl);
  }

  @Put(':user_id')
  @Allow({ on: 'group', role: GROUP_MANAGER })
  @Answers(MemberSchema)
  async change(
    @Target() group: Group,
    @Me() me: Caller,
    @IdParam('user_id') userId: number,
    @Input() input: UpdateMemberInput,
  ) {
    const grant = { level: input.access_level, expiresAt: input.expires_at };
    return presentMember(await this.members.change(groupContainer(group), userId, grant, me), me, this.env.baseUrl);
  }

  @Delete(':user_id')
  @HttpCode(204)
  @Allow({ on: 'group', role: GROUP_MANAGER, orSelf: 'user_id' })
  @Answers(null)
  remove(@Target() group: Group, @Me() me: Caller, @IdParam('user_id') userId: number) {
    return this.members.remove(groupContainer(group), userId, me, GROUP_MANAGER);
  }
}
