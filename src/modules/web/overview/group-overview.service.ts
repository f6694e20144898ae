import { Injectable } from '@nestjs/common';
import type { OffsetRequest } from '../../../common/pagination/page-request.js';
import { Role } from '../../../core/access/role.js';
import { GroupsService } from '../../../core/groups/groups.service.js';
import { GroupPagesService } from '../../../core/groups/pages/group-pages.service.js';
import { ProjectsService } from '../../../core/projects/projects.service.js';
import type { WebContext } from '../../../core/web/web-context.js';
import type { Safe } from '../../../platform/views/html.js';
import { groupPage } from './group.page.js';

const FIRST_SUBGROUPS = { kind: 'offset', page: 1, perPage: 100 } as const;

/** The page of a group with its direct contents. */
@Injectable()
export class GroupOverviewService {
  constructor(
    private readonly pages: GroupPagesService,
    private readonly groups: GroupsService,
    private readonly projects: ProjectsService,
  ) {}

  /** Throws 404. */
  async show(path: string, web: WebContext, page: OffsetRequest): Promise<Safe> {
    const context = await this.pages.open(path, web);
    const { group } = context;
    const [subgroups, projects] = await Promise.all([
      this.groups.children(group, {}, { page: FIRST_SUBGROUPS }, web.caller),
      this.projects.listInGroup(group, false, {}, { page, orderBy: 'name', sort: 'asc' }, web.caller),
    ]);
    return groupPage(context, { subgroups, projects, mayMake: web.caller.isAtLeast(Role.Developer, group.level) });
  }
}
