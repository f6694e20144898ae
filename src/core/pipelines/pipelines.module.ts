import { Global, Module } from '@nestjs/common';
import { CiJobRecordsRepository } from './ci-job-records.repository.js';
import { CiJobsRepository } from './ci-jobs.repository.js';
import { CommitSummariesService } from './commit-summaries.service.js';
import { PipelineCreationService } from './creation/pipeline-creation.service.js';
import { PipelineFactsRepository } from './creation/pipeline-facts.repository.js';
import { PipelineLintService } from './creation/pipeline-lint.service.js';
import { PipelineSourcesService } from './creation/pipeline-sources.service.js';
import { PipelinePlanningService } from './creation/pipeline-planning.service.js';
import { PipelineRightsService } from './creation/pipeline-rights.service.js';
import { PipelineTurnsService } from './creation/pipeline-turns.service.js';
import { DefinitionEvaluationService } from './definition/evaluation/definition-evaluation.service.js';
import { JobTokensRepository } from './job-tokens/job-tokens.repository.js';
import { JobTokensService } from './job-tokens/job-tokens.service.js';
import { JobMovesRepository } from './job-moves.repository.js';
import { JobMovesService } from './job-moves.service.js';
import { CancelJobsWithoutAccessJob } from './jobs/cancel-jobs-without-access.job.js';
import { ProcessPipelineJob } from './jobs/process-pipeline.job.js';
import { MakePushPipelinesJob } from './jobs/make-push-pipelines.job.js';
import { PipelineMovesService } from './pipeline-moves.service.js';
import { PushPipelinesService } from './pushes/push-pipelines.service.js';
import { PipelinesRepository } from './pipelines.repository.js';
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
    JobTokensService,
    JobTokensRepository,
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
    JobTokensService,
  ],
})
export class PipelinesModule {}
