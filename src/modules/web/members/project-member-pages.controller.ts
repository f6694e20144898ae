import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import {
  Fields,
  PageController,
  PathId,
  PathText,
  QueryFields,
  Visiting,
} from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { ContainerPlaces } from './container-places.service.js';
import { MemberPages } from './member-pages.service.js';

/** Who opens a project (contract: core §7). */
@PageController('*project/-/members', { who: 'signed-in' })
export class ProjectMemberPagesController {
  constructor(
    private readonly places: ContainerPlaces,
    private readonly pages: MemberPages,
  ) {}

  @Get()
  async list(@PathText('project') path: string, @QueryFields() query: RawParams, @Visiting() visit: Visit) {
    return this.pages.list(await this.places.project(path, visit), query, visit);
  }

  @Post()
  async add(@PathText('project') path: string, @Fields() fields: RawParams, @Visiting() visit: Visit) {
    return this.pages.add(await this.places.project(path, visit), fields, visit);
  }

  @Get(':user_id/edit')
  async edit(@PathText('project') path: string, @PathId('user_id') id: number, @Visiting() visit: Visit) {
    return this.pages.edit(await this.places.project(path, visit), id, visit);
  }

  @Post(':user_id')
  async change(
    @PathText('project') path: string,
    @PathId('user_id') id: number,
    @Fields() fields: RawParams,
    @Visiting() visit: Visit,
  ) {
    return this.pages.change(await this.places.project(path, visit), id, fields, visit);
  }
}
