import { AccessTokenPageRoutes } from '../../tokens/pages/access-token-page-routes.js';
import { AccessTokenPagesService } from '../../tokens/pages/access-token-pages.service.js';
import { PageController } from '../../web/page.decorators.js';
import { GroupContextsService } from './group-contexts.service.js';

@PageController('groups/*context/-/access_tokens', { who: 'signed-in' })
export class GroupAccessTokenPagesController extends AccessTokenPageRoutes {
  constructor(contexts: GroupContextsService, pages: AccessTokenPagesService) {
    super(contexts, pages);
  }
}
