import { AccessTokenPageRoutes } from '../../tokens/pages/access-token-page-routes.js';
import { AccessTokenPagesService } from '../../tokens/pages/access-token-pages.service.js';
import { PageController } from '../../web/page.decorators.js';
import { ProjectContextsService } from './project-contexts.service.js';

@PageController('*path/-/access_tokens', { who: 'signed-in' })
export class ProjectAccessTokenPagesController extends AccessTokenPageRoutes {
  constructor(
    protected readonly contexts: ProjectContextsService,
    protected readonly pages: AccessTokenPagesService,
  ) {
    super();
  }
}
