import { PageController } from '../../../core/web/page.decorators.js';
import { MemberRoutes } from './member-routes.js';

@PageController('groups/*path/-/members', { who: 'signed-in' })
export class GroupMemberPagesController extends MemberRoutes {
  protected readonly kind = 'group';
}
