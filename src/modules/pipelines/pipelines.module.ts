import { Global, Module } from '@nestjs/common';
import { CiJobRecordsRepository } from './records/ci-job-records.repository.js';
import { CiJobsRepository } from './records/ci-jobs.repository.js';
import { CommitSummariesService } from './commit-summaries.service.js';
import { PipelineCreationService } from './creation/pipeline-creation.service.js';
import { PipelineFactsRepository } from './creation/pipeline-facts.repository.js';
import { PipelineLintService } from './creation/pipeline-lint.service.js';
import { PipelineSourcesService } from './creation/pipeline-sources.service.js';
import { PipelinePlanningService } from './creation/pipeline-planning.service.js';
import { PipelineRightsService } from './creation/pipeline-rights.service.js';
import { PipelineTurnsService } from './creation/pipeline-turns.service.js';
import { DefinitionEvaluationService } from './definition/evaluation/definition-evaluation.service.js';
import { JobMovesRepository } from './processing/job-moves.repository.js';
import { JobMovesService } from './processing/job-moves.service.js';
import { CancelJobsWithoutAccessJob } from './processing/cancel-jobs-without-access.job.js';
import { ProcessPipelineJob } from './processing/process-pipeline.job.js';
import { MakePushPipelinesJob } from './pushes/make-push-pipelines.job.js';
import { PipelineMovesService } from './processing/pipeline-moves.service.js';
import { PushPipelinesService } from './pushes/push-pipelines.service.js';
import { PipelinesRepository } from './records/pipelines.repository.js';
import { PipelineProcessingService } from './processing/pipeline-processing.service.js';
import { CiVariablesRepository } from './variables/ci-variables.repository.js';

/** Pipelines and their jobs: made from definition files, moved on by what becomes of the jobs. */
@Global()
@Module({
  providers: [
    PipelinesRepository,
    CommitSummariesService,
    CiJobsRepository,
    CiJobRecordsRepository,
    JobMovesRepository,
    JobMovesService,
    CiVariablesRepository,
    PipelineFactsRepository,
    PipelineRightsService,
    PipelineTurnsService,
    DefinitionEvaluationService,
    PipelineSourcesService,
    PipelinePlanningService,
    PipelineLintService,
    PipelineCreationService,
    PipelineProcessingService,
    ProcessPipelineJob,
    CancelJobsWithoutAccessJob,
    PipelineMovesService,
    PushPipelinesService,
    MakePushPipelinesJob,
  ],
  exports: [
    PipelinesRepository,
    CiJobsRepository,
    CiJobRecordsRepository,
    JobMovesRepository,
    JobMovesService,
    CiVariablesRepository,
    PipelineFactsRepository,
    PipelineRightsService,
    PipelineTurnsService,
    DefinitionEvaluationService,
    PipelinePlanningService,
    PipelineLintService,
    PipelineCreationService,
    PipelineProcessingService,
    PipelineMovesService,
  ],
})
export class PipelinesModule {}
