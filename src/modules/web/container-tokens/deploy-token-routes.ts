import { Injectable } from '@nestjs/common';
import { ContainerPlaces } from '../members/container-places.service.js';
import { DeployTokenPages } from './deploy-token-pages.service.js';
import { TokenRoutes } from './token-routes.js';

/** The pages of deploy tokens of a project or group (contract: registry §8). */
@Injectable()
export abstract class DeployTokenRoutes extends TokenRoutes {
  constructor(
    places: ContainerPlaces,
    protected readonly pages: DeployTokenPages,
  ) {
    super(places);
  }
}
