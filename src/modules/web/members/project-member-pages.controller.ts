import { PageController } from '../../../core/web/page.decorators.js';
import { MemberRoutes } from './member-routes.js';

@PageController('*path/-/members', { who: 'signed-in' })
export class ProjectMemberPagesController extends MemberRoutes {
  protected readonly kind = 'project';
}
