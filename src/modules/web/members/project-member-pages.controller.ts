import { PageController } from '../../../core/web/page.decorators.js';
import { MemberRoutes } from './member-routes.js';

@PageController('*place/-/members', { who: 'signed-in' })
export class ProjectMemberPagesController extends MemberRoutes {
  protected readonly kind = 'project';
}
