import { MemberPageRoutes } from '../../members/pages/member-page-routes.js';
import { MemberPagesService } from '../../members/pages/member-pages.service.js';
import { PageController } from '../../web/page.decorators.js';
import { GroupContextsService } from './group-contexts.service.js';

@PageController('groups/*context/-/members', { who: 'signed-in' })
export class GroupMemberPagesController extends MemberPageRoutes {
  constructor(contexts: GroupContextsService, pages: MemberPagesService) {
    super(contexts, pages);
  }
}
