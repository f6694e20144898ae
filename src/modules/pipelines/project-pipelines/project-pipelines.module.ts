import { Module } from '@nestjs/common';
import { HealthModule } from '../../../core/health/health.module.js';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { UsersModule } from '../../../core/users/users.module.js';
import { RepositoriesModule } from '../../repositories/repositories.module.js';
import { PipelineCreationModule } from '../creation/pipeline-creation.module.js';
import { PipelineProcessingModule } from '../processing/pipeline-processing.module.js';
import { PipelineRecordsModule } from '../records/pipeline-records.module.js';
import { PipelineProjectResolver } from './pipeline-project.resolver.js';
import { PipelineViewsService } from './pipeline-views.service.js';
import { PipelineWatchService } from './pipeline-watch.service.js';
import { PipelinesController } from './pipelines.controller.js';
import { ProjectPipelineMovesService } from './project-pipeline-moves.service.js';
import { ProjectPipelinesService } from './project-pipelines.service.js';

/** The pipelines of a project in the REST API. */
@Module({
  imports: [
    HealthModule,
    ProjectsModule,
    UsersModule,
    RepositoriesModule,
    PipelineCreationModule,
    PipelineProcessingModule,
    PipelineRecordsModule,
  ],
  controllers: [PipelinesController],
  providers: [
    PipelineProjectResolver,
    PipelineViewsService,
    ProjectPipelinesService,
    ProjectPipelineMovesService,
    PipelineWatchService,
  ],
  exports: [PipelineProjectResolver, ProjectPipelinesService, ProjectPipelineMovesService, PipelineWatchService],
})
export class ProjectPipelinesModule {}
