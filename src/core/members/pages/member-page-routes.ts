import { Get, Injectable, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PathId, PathText, QueryFields, Web } from '../../web/page.decorators.js';
import type { WebContext } from '../../web/web-context.js';
import type { ContainerContexts } from './container-context.js';
import type { MemberPagesService } from './member-pages.service.js';

/** The pages of members of a project or group (contract: core §7). */
@Injectable()
export abstract class MemberPageRoutes {
  protected abstract readonly contexts: ContainerContexts;
  protected abstract readonly pages: MemberPagesService;

  @Get()
  async list(@PathText('path') path: string, @QueryFields() query: RawParams, @Web() web: WebContext) {
    return this.pages.list(await this.contexts.open(path, web), query, web);
  }

  @Post()
  async add(@PathText('path') path: string, @Fields() fields: RawParams, @Web() web: WebContext) {
    return this.pages.add(await this.contexts.open(path, web), fields, web);
  }

  @Get(':user_id/edit')
  async edit(@PathText('path') path: string, @PathId('user_id') id: number, @Web() web: WebContext) {
    return this.pages.edit(await this.contexts.open(path, web), id, web);
  }

  @Post(':user_id')
  async change(
    @PathText('path') path: string,
    @PathId('user_id') id: number,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
  ) {
    return this.pages.change(await this.contexts.open(path, web), id, fields, web);
  }
}
