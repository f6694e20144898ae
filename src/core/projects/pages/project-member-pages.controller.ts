import { MemberPageRoutes } from '../../members/pages/member-page-routes.js';
import { MemberPagesService } from '../../members/pages/member-pages.service.js';
import { PageController } from '../../web/page.decorators.js';
import { ProjectContextsService } from './project-contexts.service.js';

@PageController('*context/-/members', { who: 'signed-in' })
export class ProjectMemberPagesController extends MemberPageRoutes {
  constructor(contexts: ProjectContextsService, pages: MemberPagesService) {
    super(contexts, pages);
  }
}
