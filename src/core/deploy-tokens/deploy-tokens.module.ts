import { Global, Module } from '@nestjs/common';
import { DeployTokensRepository } from './deploy-tokens.repository.js';
import { DeployTokens } from './deploy-tokens.service.js';
import { GroupDeployTokensController } from './group-deploy-tokens.controller.js';
import { ProjectDeployTokensController } from './project-deploy-tokens.controller.js';

/** Rooms whose protocols take deploy tokens ask {@link DeployTokensRepository} for them; pages manage them. */
@Global()
@Module({
  controllers: [ProjectDeployTokensController, GroupDeployTokensController],
  providers: [DeployTokens, DeployTokensRepository],
  exports: [DeployTokens, DeployTokensRepository],
})
export class DeployTokensModule {}
