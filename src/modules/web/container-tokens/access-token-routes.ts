import { Injectable, Post } from '@nestjs/common';
import { PathId, PathText, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { ContainerContextsService } from '../members/container-contexts.service.js';
import { AccessTokenPagesService } from './access-token-pages.service.js';
import { TokenRoutes } from './token-routes.js';

/** The pages of access tokens of a project or group (contract: core §4). */
@Injectable()
export abstract class AccessTokenRoutes extends TokenRoutes {
  constructor(
    contexts: ContainerContextsService,
    protected readonly pages: AccessTokenPagesService,
  ) {
    super(contexts);
  }

  @Post(':token_id/rotate')
  async rotate(@PathText('path') path: string, @PathId('token_id') id: number, @Web() web: WebContext) {
    return this.pages.rotate(await this.open(path, web), id, web);
  }
}
