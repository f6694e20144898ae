import { Module } from '@nestjs/common';
import { DeployTokensRepository } from './deploy-tokens.repository.js';
import { DeployTokensService } from './deploy-tokens.service.js';
import { GroupDeployTokensController } from './group-deploy-tokens.controller.js';
import { ProjectDeployTokensController } from './project-deploy-tokens.controller.js';
import { DeployTokenAccessSource } from './deploy-token-access-source.sql.js';

/** Modules whose protocols take deploy tokens ask {@link DeployTokensRepository} for them; pages manage them. */
@Module({
  controllers: [ProjectDeployTokensController, GroupDeployTokensController],
  providers: [DeployTokenAccessSource, DeployTokensService, DeployTokensRepository],
  exports: [DeployTokensService, DeployTokensRepository],
})
export class DeployTokensModule {}
