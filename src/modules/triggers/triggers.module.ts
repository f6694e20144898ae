import { Module } from '@nestjs/common';
import { TriggerIdentity } from './call/trigger-identity.js';
import { TriggerPipelineController } from './call/trigger-pipeline.controller.js';
import { TriggerPipelines } from './call/trigger-pipelines.service.js';
import { TriggerTokens } from './call/trigger-tokens.service.js';
import { TriggerViews } from './trigger-views.service.js';
import { TriggersController } from './triggers.controller.js';
import { TriggersRepository } from './triggers.repository.js';
import { TriggersService } from './triggers.service.js';

@Module({
  controllers: [TriggersController, TriggerPipelineController],
  providers: [TriggersService, TriggersRepository, TriggerViews, TriggerTokens, TriggerPipelines, TriggerIdentity],
})
export class TriggersModule {}
