import { Module } from '@nestjs/common';
import { RepositoriesModule } from '../../repositories/repositories.module.js';
import { PipelineProcessingModule } from '../processing/pipeline-processing.module.js';
import { ProjectPipelinesModule } from '../project-pipelines/project-pipelines.module.js';
import { PipelineRecordsModule } from '../records/pipeline-records.module.js';
import { ExternalPipelinesService } from './external-pipelines.service.js';
import { StatusRefsService } from './status-refs.service.js';
import { StatusesController } from './statuses.controller.js';
import { StatusesRepository } from './statuses.repository.js';
import { StatusesService } from './statuses.service.js';

/** Commit statuses that other systems report. */
@Module({
  imports: [RepositoriesModule, PipelineProcessingModule, PipelineRecordsModule, ProjectPipelinesModule],
  controllers: [StatusesController],
  providers: [StatusesService, StatusesRepository, StatusRefsService, ExternalPipelinesService],
})
export class CommitStatusesModule {}
