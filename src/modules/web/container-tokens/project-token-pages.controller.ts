import { PageController } from '../../../core/web/page.decorators.js';
import { AccessTokenRoutes } from './access-token-routes.js';
import { DeployTokenRoutes } from './deploy-token-routes.js';

@PageController('*path/-/access_tokens', { who: 'signed-in' })
export class ProjectAccessTokenPagesController extends AccessTokenRoutes {
  protected readonly kind = 'project';
}

@PageController('*path/-/deploy_tokens', { who: 'signed-in' })
export class ProjectDeployTokenPagesController extends DeployTokenRoutes {
  protected readonly kind = 'project';
}
