import { PageController } from '../../../core/web/page.decorators.js';
import { AccessTokenRoutes } from './access-token-routes.js';
import { DeployTokenRoutes } from './deploy-token-routes.js';

@PageController('groups/*path/-/access_tokens', { who: 'signed-in' })
export class GroupAccessTokenPagesController extends AccessTokenRoutes {
  protected readonly kind = 'group';
}

@PageController('groups/*path/-/deploy_tokens', { who: 'signed-in' })
export class GroupDeployTokenPagesController extends DeployTokenRoutes {
  protected readonly kind = 'group';
}
