import { PageController } from '../../../../core/web/page.decorators.js';
import { ApplicationRoutes } from './application-routes.js';
import type { Area } from './area.js';

/** Contract: oauth §3. */
@PageController('oauth/applications', { who: 'signed-in' })
export class OwnApplicationsController extends ApplicationRoutes {
  protected readonly area: Area = { base: '/oauth/applications', title: 'Your applications', isAdmin: false };
}
