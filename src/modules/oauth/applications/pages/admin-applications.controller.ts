import { PageController } from '../../../../core/web/page.decorators.js';
import { ApplicationRoutes } from './application-routes.js';
import type { Area } from './area.js';

/** Contract: oauth §3. */
@PageController('admin/applications', { who: 'administrator' })
export class AdminApplicationsController extends ApplicationRoutes {
  protected readonly area: Area = { base: '/admin/applications', title: 'All applications', isAdmin: true };
}
