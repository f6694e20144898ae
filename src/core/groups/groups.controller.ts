import { Controller, Get, Post, Put } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { Input, Me, Paging, Target } from '../access/request.decorators.js';
import { Role } from '../access/role.js';
import { projectFilters } from '../projects/project-changes.js';
import { ListGroupProjectsQuery } from '../projects/projects.dto.js';
import { ListedProjectSchema, ShownProjectSchema } from '../projects/project.presenter.js';
import { ProjectViewsService } from '../projects/project-views.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { SentProof } from '../spam/spam-proof.js';
import type { SpamProof } from '../spam/spam-proof.js';
import { groupChanges, groupFilters } from './group-changes.js';
import { CreateGroupInput, ListGroupsQuery, ShowGroupQuery, UpdateGroupInput } from './groups.dto.js';
import { GroupSchema } from './group.presenter.js';
import type { Group } from './group.js';
import { GroupViewsService } from './group-views.service.js';
import { GroupCreationService } from './group-creation.service.js';
import { GroupUpdatesService } from './group-updates.service.js';
import { GroupsService } from './groups.service.js';
import { merged } from '../../common/wire/wire-types.js';

const GroupWithProjectsSchema = merged('GroupWithProjects', [
  GroupSchema,
  Type.Object({ projects: Type.Optional(Type.Array(ShownProjectSchema)) }),
]);
const FIRST_PROJECTS = 100;

/** Contract: core §5. */
@Controller('groups')
export class GroupsController {
  constructor(
    private readonly groups: GroupsService,
    private readonly creation: GroupCreationService,
    private readonly updates: GroupUpdatesService,
    private readonly projects: ProjectsService,
    private readonly views: GroupViewsService,
    private readonly projectViews: ProjectViewsService,
  ) {}

  @Get()
  @Allow({ on: 'instance', anonymous: true })
  @Answers([GroupSchema])
  async list(@Me() me: Caller, @Paging() page: PageRequest, @Input() query: ListGroupsQuery) {
    const found = await this.groups.list(groupFilters(query), { page, orderBy: query.order_by, sort: query.sort }, me);
    return found.map((group) => this.views.full(group, me));
  }

  @Post()
  @Allow({ on: 'instance' })
  @Answers(GroupSchema)
  async create(@Me() me: Caller, @Input() input: CreateGroupInput, @SentProof() proof: SpamProof) {
    const { name, path, parent_id: parentId } = input;
    return this.views.full(await this.creation.create({ ...groupChanges(input), name, path, parentId }, me, proof), me);
  }

  @Get(':id')
  @Allow({ on: 'group', anonymous: true })
  @Answers(GroupWithProjectsSchema)
  async show(@Target() group: Group, @Me() me: Caller, @Input() query: ShowGroupQuery) {
    const view = this.views.full(group, me);
    if (!query.with_projects) {
      return view;
    }
    const page = { kind: 'offset', page: 1, perPage: FIRST_PROJECTS } as const;
    const { items } = await this.projects.listInGroup(group, false, {}, { page }, me);
    return { ...view, projects: items.map((project) => this.projectViews.full(project, me)) };
  }

  @Put(':id')
  @Allow({ on: 'group', role: Role.Owner })
  @Answers(GroupSchema)
  async update(
    @Target() group: Group,
    @Me() me: Caller,
    @Input() input: UpdateGroupInput,
    @SentProof() proof: SpamProof,
  ) {
    const { name, path } = input;
    return this.views.full(await this.updates.update(group, { ...groupChanges(input), name, path }, me, proof), me);
  }

  @Get(':id/projects')
  @Allow({ on: 'group', anonymous: true })
  @Answers([ListedProjectSchema])
  async listProjects(
    @Target() group: Group,
    @Me() me: Caller,
    @Paging() page: PageRequest,
    @Input() query: ListGroupProjectsQuery,
  ) {
    const request = { page, orderBy: query.order_by, sort: query.sort };
    const found = await this.projects.listInGroup(
      group,
      query.include_subgroups ?? false,
      projectFilters(query),
      request,
      me,
    );
    return this.projectViews.listed(found, me, query);
  }

  @Get(':id/subgroups')
  @Allow({ on: 'group', anonymous: true })
  @Answers([GroupSchema])
  async listSubgroups(
    @Target() group: Group,
    @Me() me: Caller,
    @Paging() page: PageRequest,
    @Input() query: ListGroupsQuery,
  ) {
    const request = { page, orderBy: query.order_by, sort: query.sort };
    return (await this.groups.children(group, groupFilters(query), request, me)).map((child) =>
      this.views.full(child, me),
    );
  }

  @Get(':id/descendant_groups')
  @Allow({ on: 'group', anonymous: true })
  @Answers([GroupSchema])
  async listDescendants(
    @Target() group: Group,
    @Me() me: Caller,
    @Paging() page: PageRequest,
    @Input() query: ListGroupsQuery,
  ) {
    const request = { page, orderBy: query.order_by, sort: query.sort };
    return (await this.groups.descendants(group, groupFilters(query), request, me)).map((child) =>
      this.views.full(child, me),
    );
  }
}
