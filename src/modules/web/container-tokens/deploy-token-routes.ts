import { Injectable } from '@nestjs/common';
import { ContainerContextsService } from '../members/container-contexts.service.js';
import { DeployTokenPagesService } from './deploy-token-pages.service.js';
import { TokenRoutes } from './token-routes.js';

/** The pages of deploy tokens of a project or group (contract: registry §8). */
@Injectable()
export abstract class DeployTokenRoutes extends TokenRoutes {
  constructor(
    contexts: ContainerContextsService,
    protected readonly pages: DeployTokenPagesService,
  ) {
    super(contexts);
  }
}
