import { Module } from '@nestjs/common';
import { JobArtifactsModule } from './artifacts/job-artifacts.module.js';
import { CommitSummariesService } from './commit-summaries.service.js';
import { PipelineCreationModule } from './creation/pipeline-creation.module.js';
import { PipelineDefinitionModule } from './definition/pipeline-definition.module.js';
import { PipelineGraphqlModule } from './graphql/pipeline-graphql.module.js';
import { PipelineJobsModule } from './jobs/pipeline-jobs.module.js';
import { LintController } from './lint/lint.controller.js';
import { JobLogsModule } from './logs/job-logs.module.js';
import { PipelinePagesModule } from './pages/pipeline-pages.module.js';
import { StatusPicturesController } from './pictures/status-pictures.controller.js';
import { PipelineProcessingModule } from './processing/pipeline-processing.module.js';
import { ProjectPipelinesModule } from './project-pipelines/project-pipelines.module.js';
import { PushPipelinesModule } from './pushes/push-pipelines.module.js';
import { PipelineRecordsModule } from './records/pipeline-records.module.js';
import { RunnersModule } from './runners/runners.module.js';
import { CommitStatusesModule } from './statuses/commit-statuses.module.js';
import { JobSweepModule } from './sweep/job-sweep.module.js';
import { PipelineVariablesModule } from './variables/pipeline-variables.module.js';
import { RunnerWorkModule } from './work/runner-work.module.js';

/**
 * Pipelines and their jobs: created from definition files, run by runners, and advanced as their jobs end (contract:
 * triggers).
 */
@Module({
  imports: [
    PipelineRecordsModule,
    PipelineDefinitionModule,
    PipelineVariablesModule,
    PipelineProcessingModule,
    PipelineCreationModule,
    PushPipelinesModule,
    ProjectPipelinesModule,
    JobLogsModule,
    PipelineJobsModule,
    JobArtifactsModule,
    RunnersModule,
    RunnerWorkModule,
    CommitStatusesModule,
    JobSweepModule,
    PipelinePagesModule,
    PipelineGraphqlModule,
  ],
  controllers: [StatusPicturesController, LintController],
  providers: [CommitSummariesService],
  exports: [PipelineRecordsModule, PipelineCreationModule, ProjectPipelinesModule, JobLogsModule],
})
export class PipelinesModule {}
