import { ProjectContextsService } from '../../projects/pages/project-contexts.service.js';
import { TokenPageRoutes } from '../../tokens/pages/token-page-routes.js';
import { PageController } from '../../web/page.decorators.js';
import { DeployTokenPagesService } from './deploy-token-pages.service.js';

/** Contract: registry §8. */
@PageController('*context/-/deploy_tokens', { who: 'signed-in' })
export class ProjectDeployTokenPagesController extends TokenPageRoutes {
  constructor(contexts: ProjectContextsService, pages: DeployTokenPagesService) {
    super(contexts, pages);
  }
}
