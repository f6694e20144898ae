import { ProjectContextsService } from '../../projects/pages/project-contexts.service.js';
import { TokenPageRoutes } from '../../tokens/pages/token-page-routes.js';
import { PageController } from '../../web/page.decorators.js';
import { DeployTokenPagesService } from './deploy-token-pages.service.js';

/** Contract: registry §8. */
@PageController('*path/-/deploy_tokens', { who: 'signed-in' })
export class ProjectDeployTokenPagesController extends TokenPageRoutes {
  constructor(
    protected readonly contexts: ProjectContextsService,
    protected readonly pages: DeployTokenPagesService,
  ) {
    super();
  }
}
