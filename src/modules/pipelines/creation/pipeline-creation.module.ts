import { Module } from '@nestjs/common';
import { RepositoriesModule } from '../../repositories/repositories.module.js';
import { PipelineDefinitionModule } from '../definition/pipeline-definition.module.js';
import { PipelineProcessingModule } from '../processing/pipeline-processing.module.js';
import { PipelineRecordsModule } from '../records/pipeline-records.module.js';
import { PipelineVariablesModule } from '../variables/pipeline-variables.module.js';
import { PipelineCreationService } from './pipeline-creation.service.js';
import { PipelineFactsRepository } from './pipeline-facts.repository.js';
import { PipelineLintService } from './pipeline-lint.service.js';
import { PipelinePlanningService } from './pipeline-planning.service.js';
import { PipelineRightsService } from './pipeline-rights.service.js';
import { PipelineSourcesService } from './pipeline-sources.service.js';
import { PipelineTurnsService } from './pipeline-turns.service.js';

/** Plans and creates pipelines. */
@Module({
  imports: [
    RepositoriesModule,
    PipelineDefinitionModule,
    PipelineProcessingModule,
    PipelineRecordsModule,
    PipelineVariablesModule,
  ],
  providers: [
    PipelineFactsRepository,
    PipelineRightsService,
    PipelineTurnsService,
    PipelineSourcesService,
    PipelinePlanningService,
    PipelineLintService,
    PipelineCreationService,
  ],
  exports: [
    PipelineFactsRepository,
    PipelineRightsService,
    PipelineTurnsService,
    PipelinePlanningService,
    PipelineLintService,
    PipelineCreationService,
  ],
})
export class PipelineCreationModule {}
