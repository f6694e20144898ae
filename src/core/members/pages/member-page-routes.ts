import { Get, Injectable, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PathId, PathText, QueryFields, Web } from '../../web/page.decorators.js';
import type { WebContext } from '../../web/web-context.js';
import type { ContainerContexts } from './container-context.js';
import type { MemberPagesService } from './member-pages.service.js';

/** The pages that say who opens a project or group (contract: core §7). */
@Injectable()
export abstract class MemberPageRoutes {
  protected abstract readonly places: ContainerContexts;
  protected abstract readonly pages: MemberPagesService;

  @Get()
  async list(@PathText('place') path: string, @QueryFields() query: RawParams, @Web() web: WebContext) {
    return this.pages.list(await this.places.open(path, web), query, web);
  }

  @Post()
  async add(@PathText('place') path: string, @Fields() fields: RawParams, @Web() web: WebContext) {
    return this.pages.add(await this.places.open(path, web), fields, web);
  }

  @Get(':user_id/edit')
  async edit(@PathText('place') path: string, @PathId('user_id') id: number, @Web() web: WebContext) {
    return this.pages.edit(await this.places.open(path, web), id, web);
  }

  @Post(':user_id')
  async change(
    @PathText('place') path: string,
    @PathId('user_id') id: number,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
  ) {
    return this.pages.change(await this.places.open(path, web), id, fields, web);
  }
}
