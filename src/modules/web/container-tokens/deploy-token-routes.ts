import { Get, Injectable, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PathId, PathText, QueryFields, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { ContainerPlaces } from '../members/container-places.service.js';
import { DeployTokenPages } from './deploy-token-pages.service.js';

/** The pages of deploy tokens of a project or group (contract: registry §8). */
@Injectable()
export abstract class DeployTokenRoutes {
  constructor(
    private readonly places: ContainerPlaces,
    private readonly pages: DeployTokenPages,
  ) {}

  protected abstract readonly kind: 'project' | 'group';

  @Get()
  async list(@PathText('place') path: string, @QueryFields() query: RawParams, @Visiting() visit: Visit) {
    return this.pages.list(await this.places[this.kind](path, visit), query, visit);
  }

  @Post()
  async create(@PathText('place') path: string, @Fields() fields: RawParams, @Visiting() visit: Visit) {
    return this.pages.create(await this.places[this.kind](path, visit), fields, visit);
  }

  @Post(':token_id')
  async revoke(@PathText('place') path: string, @PathId('token_id') id: number, @Visiting() visit: Visit) {
    return this.pages.revoke(await this.places[this.kind](path, visit), id, visit);
  }
}
