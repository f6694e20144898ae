import { GroupContextsService } from '../../groups/pages/group-contexts.service.js';
import { TokenPageRoutes } from '../../tokens/pages/token-page-routes.js';
import { PageController } from '../../web/page.decorators.js';
import { DeployTokenPagesService } from './deploy-token-pages.service.js';

/** Contract: registry §8. */
@PageController('groups/*path/-/deploy_tokens', { who: 'signed-in' })
export class GroupDeployTokenPagesController extends TokenPageRoutes {
  constructor(
    protected readonly contexts: GroupContextsService,
    protected readonly pages: DeployTokenPagesService,
  ) {
    super();
  }
}
