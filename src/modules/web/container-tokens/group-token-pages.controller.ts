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
import { ContainerPlaces } from '../members/container-places.service.js';
import { AccessTokenPages } from './access-token-pages.service.js';
import { DeployTokenPages } from './deploy-token-pages.service.js';

/** Access tokens of a group (contract: core §4). */
@PageController('groups/*group/-/access_tokens', { who: 'signed-in' })
export class GroupAccessTokenPagesController {
  constructor(
    private readonly places: ContainerPlaces,
    private readonly pages: AccessTokenPages,
  ) {}

  @Get()
  async list(@PathText('group') path: string, @QueryFields() query: RawParams, @Visiting() visit: Visit) {
    return this.pages.list(await this.places.group(path, visit), query, visit);
  }

  @Post()
  async create(@PathText('group') path: string, @Fields() fields: RawParams, @Visiting() visit: Visit) {
    return this.pages.create(await this.places.group(path, visit), fields, visit);
  }

  @Post(':token_id/rotate')
  async rotate(@PathText('group') path: string, @PathId('token_id') id: number, @Visiting() visit: Visit) {
    return this.pages.rotate(await this.places.group(path, visit), id, visit);
  }

  @Post(':token_id')
  async revoke(@PathText('group') path: string, @PathId('token_id') id: number, @Visiting() visit: Visit) {
    return this.pages.revoke(await this.places.group(path, visit), id, visit);
  }
}

/** Deploy tokens of a group (contract: registry §8). */
@PageController('groups/*group/-/deploy_tokens', { who: 'signed-in' })
export class GroupDeployTokenPagesController {
  constructor(
    private readonly places: ContainerPlaces,
    private readonly pages: DeployTokenPages,
  ) {}

  @Get()
  async list(@PathText('group') path: string, @QueryFields() query: RawParams, @Visiting() visit: Visit) {
    return this.pages.list(await this.places.group(path, visit), query, visit);
  }

  @Post()
  async create(@PathText('group') path: string, @Fields() fields: RawParams, @Visiting() visit: Visit) {
    return this.pages.create(await this.places.group(path, visit), fields, visit);
  }

  @Post(':token_id')
  async revoke(@PathText('group') path: string, @PathId('token_id') id: number, @Visiting() visit: Visit) {
    return this.pages.revoke(await this.places.group(path, visit), id, visit);
  }
}
