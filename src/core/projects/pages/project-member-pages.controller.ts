import { MemberPageRoutes } from '../../members/pages/member-page-routes.js';
import { MemberPagesService } from '../../members/pages/member-pages.service.js';
import { PageController } from '../../web/page.decorators.js';
import { ProjectContextsService } from './project-contexts.service.js';

@PageController('*path/-/members', { who: 'signed-in' })
export class ProjectMemberPagesController extends MemberPageRoutes {
  constructor(
    protected readonly contexts: ProjectContextsService,
    protected readonly pages: MemberPagesService,
  ) {
    super();
  }
}
