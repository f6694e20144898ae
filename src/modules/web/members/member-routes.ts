import { Get, Injectable, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PathId, PathText, QueryFields, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { ContainerPlacesService } from './container-places.service.js';
import { MemberPagesService } from './member-pages.service.js';

/** The pages that say who opens a project or group (contract: core §7). */
@Injectable()
export abstract class MemberRoutes {
  constructor(
    private readonly places: ContainerPlacesService,
    private readonly pages: MemberPagesService,
  ) {}

  protected abstract readonly kind: 'project' | 'group';

  @Get()
  async list(@PathText('place') path: string, @QueryFields() query: RawParams, @Visiting() visit: Visit) {
    return this.pages.list(await this.places[this.kind](path, visit), query, visit);
  }

  @Post()
  async add(@PathText('place') path: string, @Fields() fields: RawParams, @Visiting() visit: Visit) {
    return this.pages.add(await this.places[this.kind](path, visit), fields, visit);
  }

  @Get(':user_id/edit')
  async edit(@PathText('place') path: string, @PathId('user_id') id: number, @Visiting() visit: Visit) {
    return this.pages.edit(await this.places[this.kind](path, visit), id, visit);
  }

  @Post(':user_id')
  async change(
    @PathText('place') path: string,
    @PathId('user_id') id: number,
    @Fields() fields: RawParams,
    @Visiting() visit: Visit,
  ) {
    return this.pages.change(await this.places[this.kind](path, visit), id, fields, visit);
  }
}
