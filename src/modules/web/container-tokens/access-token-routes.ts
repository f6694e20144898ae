import { Injectable, Post } from '@nestjs/common';
import { PathId, PathText, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { ContainerPlacesService } from '../members/container-places.service.js';
import { AccessTokenPagesService } from './access-token-pages.service.js';
import { TokenRoutes } from './token-routes.js';

/** The pages of access tokens of a project or group (contract: core §4). */
@Injectable()
export abstract class AccessTokenRoutes extends TokenRoutes {
  constructor(
    places: ContainerPlacesService,
    protected readonly pages: AccessTokenPagesService,
  ) {
    super(places);
  }

  @Post(':token_id/rotate')
  async rotate(@PathText('place') path: string, @PathId('token_id') id: number, @Visiting() visit: Visit) {
    return this.pages.rotate(await this.open(path, visit), id, visit);
  }
}
