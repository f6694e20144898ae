import { Module } from '@nestjs/common';
import { FeaturesModule } from '../../../core/features/features.module.js';
import { JobTokensModule } from '../../../core/job-tokens/job-tokens.module.js';
import { UsersModule } from '../../../core/users/users.module.js';
import { RepositoriesModule } from '../../repositories/repositories.module.js';
import { PipelineCreationModule } from '../creation/pipeline-creation.module.js';
import { JobLogsModule } from '../logs/job-logs.module.js';
import { PipelineProcessingModule } from '../processing/pipeline-processing.module.js';
import { ProjectPipelinesModule } from '../project-pipelines/project-pipelines.module.js';
import { PipelineRecordsModule } from '../records/pipeline-records.module.js';
import { JobViewsService } from './job-views.service.js';
import { JobsController } from './jobs.controller.js';
import { OwnJobController } from './own-job.controller.js';
import { OwnJobService } from './own-job.service.js';
import { PipelineJobsController } from './pipeline-jobs.controller.js';
import { ProjectJobsService } from './project-jobs.service.js';
import { RunningJobsService } from './running-jobs.service.js';

/** Jobs in the REST API. */
@Module({
  imports: [
    FeaturesModule,
    JobTokensModule,
    UsersModule,
    RepositoriesModule,
    JobLogsModule,
    PipelineCreationModule,
    PipelineProcessingModule,
    PipelineRecordsModule,
    ProjectPipelinesModule,
  ],
  controllers: [PipelineJobsController, JobsController, OwnJobController],
  providers: [ProjectJobsService, OwnJobService, JobViewsService, RunningJobsService],
  exports: [ProjectJobsService, JobViewsService, RunningJobsService],
})
export class PipelineJobsModule {}
