import { Get, Injectable, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PathId, PathText, QueryFields, Web } from '../../web/page.decorators.js';
import type { WebContext } from '../../web/web-context.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import type { ContainerContext, ContainerContexts } from '../../members/pages/container-context.js';

/** Common interface of the pages about tokens. */
export interface TokenPages {
  list(context: ContainerContext, query: RawParams, web: WebContext): Promise<WebAnswer>;
  create(context: ContainerContext, fields: RawParams, web: WebContext): Promise<WebAnswer>;
  revoke(context: ContainerContext, id: number, web: WebContext): Promise<WebAnswer>;
}

/** Pages about tokens of a project or group. */
@Injectable()
export abstract class TokenPageRoutes {
  protected abstract readonly contexts: ContainerContexts;
  protected abstract readonly pages: TokenPages;

  @Get()
  async list(@PathText('path') path: string, @QueryFields() query: RawParams, @Web() web: WebContext) {
    return this.pages.list(await this.open(path, web), query, web);
  }

  @Post()
  async create(@PathText('path') path: string, @Fields() fields: RawParams, @Web() web: WebContext) {
    return this.pages.create(await this.open(path, web), fields, web);
  }

  @Post(':token_id')
  async revoke(@PathText('path') path: string, @PathId('token_id') id: number, @Web() web: WebContext) {
    return this.pages.revoke(await this.open(path, web), id, web);
  }

  protected open(path: string, web: WebContext): Promise<ContainerContext> {
    return this.contexts.open(path, web);
  }
}
