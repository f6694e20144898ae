import { Get, Injectable, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PathId, PathText, QueryFields, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import type { ContainerPlace } from '../members/container-place.js';
import { ContainerPlacesService } from '../members/container-places.service.js';

/** What the pages about tokens of any sort do. */
export interface TokenPages {
  list(place: ContainerPlace, query: RawParams, visit: Visit): Promise<WebAnswer>;
  create(place: ContainerPlace, fields: RawParams, visit: Visit): Promise<WebAnswer>;
  revoke(place: ContainerPlace, id: number, visit: Visit): Promise<WebAnswer>;
}

/** The pages about tokens of a project or group. */
@Injectable()
export abstract class TokenRoutes {
  protected abstract readonly kind: 'project' | 'group';
  protected abstract readonly pages: TokenPages;

  constructor(private readonly places: ContainerPlacesService) {}

  @Get()
  async list(@PathText('place') path: string, @QueryFields() query: RawParams, @Visiting() visit: Visit) {
    return this.pages.list(await this.open(path, visit), query, visit);
  }

  @Post()
  async create(@PathText('place') path: string, @Fields() fields: RawParams, @Visiting() visit: Visit) {
    return this.pages.create(await this.open(path, visit), fields, visit);
  }

  @Post(':token_id')
  async revoke(@PathText('place') path: string, @PathId('token_id') id: number, @Visiting() visit: Visit) {
    return this.pages.revoke(await this.open(path, visit), id, visit);
  }

  protected open(path: string, visit: Visit): Promise<ContainerPlace> {
    return this.places[this.kind](path, visit);
  }
}
