import { AccessTokenPageRoutes } from '../../tokens/pages/access-token-page-routes.js';
import { AccessTokenPagesService } from '../../tokens/pages/access-token-pages.service.js';
import { PageController } from '../../web/page.decorators.js';
import { GroupContextsService } from './group-contexts.service.js';

@PageController('groups/*path/-/access_tokens', { who: 'signed-in' })
export class GroupAccessTokenPagesController extends AccessTokenPageRoutes {
  constructor(
    protected readonly contexts: GroupContextsService,
    protected readonly pages: AccessTokenPagesService,
  ) {
    super();
  }
}
