import { Injectable, Post } from '@nestjs/common';
import { PathId, PathText, Web } from '../../web/page.decorators.js';
import type { WebContext } from '../../web/web-context.js';
import type { AccessTokenPagesService } from './access-token-pages.service.js';
import { TokenPageRoutes } from './token-page-routes.js';

/** Pages about access tokens of a project or group (contract: core §4). */
@Injectable()
export abstract class AccessTokenPageRoutes extends TokenPageRoutes {
  protected abstract override readonly pages: AccessTokenPagesService;

  @Post(':token_id/rotate')
  async rotate(@PathText('path') path: string, @PathId('token_id') id: number, @Web() web: WebContext) {
    return this.pages.rotate(await this.open(path, web), id, web);
  }
}
