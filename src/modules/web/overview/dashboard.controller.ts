import { Get } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { GroupsService } from '../../../core/groups/groups.service.js';
import { ProjectsService } from '../../../core/projects/projects.service.js';
import { PageController, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page } from '../../../platform/views/web-answer.js';
import { groupsPage, projectsPage } from './dashboard.page.js';
import type { Asked } from './dashboard.page.js';

const MEMBER = 10;

/** The viewer's own projects and groups, and all that they can see. */
@PageController('dashboard', { who: 'signed-in' })
export class DashboardController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly groups: GroupsService,
  ) {}

  @Get('projects')
  async listProjects(@Web() { caller, frame }: WebContext, @QueryFields() query: RawParams) {
    const asked = readAsked(query);
    const filters = { ...(asked.search === '' ? {} : { search: asked.search }), membership: !asked.all };
    const request = { page: pageIn(query), orderBy: 'last_activity_at' };
    return page(projectsPage(await this.projects.list(filters, request, caller), asked, frame));
  }

  @Get('groups')
  async listGroups(@Web() { caller, frame }: WebContext, @QueryFields() query: RawParams) {
    const asked = readAsked(query);
    const filters = {
      ...(asked.search === '' ? {} : { search: asked.search }),
      ...(asked.all ? {} : { minAccessLevel: MEMBER }),
    };
    return page(groupsPage(await this.groups.list(filters, { page: pageIn(query) }, caller), asked, frame));
  }
}

const readAsked = ({ search, all }: RawParams): Asked => ({
  search: typeof search === 'string' ? search.trim().slice(0, 255) : '',
  all: all === '1',
});
