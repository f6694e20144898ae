import { Module } from '@nestjs/common';
import { TriggerIdentity } from './call/trigger-identity.js';
import { TriggerPipelineController } from './call/trigger-pipeline.controller.js';
import { TriggerPipelines } from './call/trigger-pipelines.service.js';
import { TriggerTokens } from './call/trigger-tokens.service.js';
import { PipelineProjectResolver } from './pipelines/pipeline-project.resolver.js';
import { PipelineViews } from './pipelines/pipeline-views.service.js';
import { PipelinesController } from './pipelines/pipelines.controller.js';
import { ProjectPipelines } from './pipelines/project-pipelines.service.js';
import { PipelinePagesController } from './pages/pipeline-pages.controller.js';
import { TriggerPagesController } from './pages/trigger-pages.controller.js';
import { TriggerViews } from './trigger-views.service.js';
import { TriggersController } from './triggers.controller.js';
import { TriggersRepository } from './triggers.repository.js';
import { TriggersService } from './triggers.service.js';

@Module({
  controllers: [
    TriggersController,
    TriggerPipelineController,
    PipelinesController,
    TriggerPagesController,
    PipelinePagesController,
  ],
  providers: [
    TriggersService,
    TriggersRepository,
    TriggerViews,
    TriggerTokens,
    TriggerPipelines,
    TriggerIdentity,
    PipelineProjectResolver,
    PipelineViews,
    ProjectPipelines,
  ],
})
export class TriggersModule {}
