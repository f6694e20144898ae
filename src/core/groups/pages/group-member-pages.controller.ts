import { MemberPageRoutes } from '../../members/pages/member-page-routes.js';
import { MemberPagesService } from '../../members/pages/member-pages.service.js';
import { PageController } from '../../web/page.decorators.js';
import { GroupContextsService } from './group-contexts.service.js';

@PageController('groups/*path/-/members', { who: 'signed-in' })
export class GroupMemberPagesController extends MemberPageRoutes {
  constructor(
    protected readonly contexts: GroupContextsService,
    protected readonly pages: MemberPagesService,
  ) {
    super();
  }
}
