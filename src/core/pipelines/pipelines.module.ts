import { Global, Module } from '@nestjs/common';
import { CiJobRecords } from './ci-job-records.repository.js';
import { CiJobsRepository } from './ci-jobs.repository.js';
import { CommitSummaries } from './commit-summaries.service.js';
import { PipelineCreation } from './creation/pipeline-creation.service.js';
import { PipelineFactsRepository } from './creation/pipeline-facts.repository.js';
import { PipelineLint } from './creation/pipeline-lint.service.js';
import { PipelineSources } from './creation/pipeline-sources.service.js';
import { PipelinePlanning } from './creation/pipeline-planning.service.js';
import { PipelineRights } from './creation/pipeline-rights.service.js';
import { PipelineTurns } from './creation/pipeline-turns.service.js';
import { DefinitionEvaluation } from './definition/evaluation/definition-evaluation.service.js';
import { JobTokensRepository } from './job-tokens/job-tokens.repository.js';
import { JobTokens } from './job-tokens/job-tokens.service.js';
import { JobMovesRepository } from './job-moves.repository.js';
import { JobMoves } from './job-moves.service.js';
import { CancelJobsWithoutAccessJob } from './jobs/cancel-jobs-without-access.job.js';
import { ProcessPipelineJob } from './jobs/process-pipeline.job.js';
import { MakePushPipelinesJob } from './jobs/make-push-pipelines.job.js';
import { PipelineMoves } from './pipeline-moves.service.js';
import { PushPipelines } from './pushes/push-pipelines.service.js';
import { PipelinesRepository } from './pipelines.repository.js';
import { PipelineProcessing } from './processing/pipeline-processing.service.js';
import { CiVariablesRepository } from './variables/ci-variables.repository.js';

/** Pipelines and their jobs: made from definition files, moved on by what becomes of the jobs. */
@Global()
@Module({
  providers: [
    PipelinesRepository,
    CommitSummaries,
    CiJobsRepository,
    CiJobRecords,
    JobMovesRepository,
    JobMoves,
    CiVariablesRepository,
    PipelineFactsRepository,
    PipelineRights,
    PipelineTurns,
    DefinitionEvaluation,
    PipelineSources,
    PipelinePlanning,
    PipelineLint,
    PipelineCreation,
    PipelineProcessing,
    ProcessPipelineJob,
    CancelJobsWithoutAccessJob,
    PipelineMoves,
    PushPipelines,
    MakePushPipelinesJob,
    JobTokens,
    JobTokensRepository,
  ],
  exports: [
    PipelinesRepository,
    CiJobsRepository,
    CiJobRecords,
    JobMovesRepository,
    JobMoves,
    CiVariablesRepository,
    PipelineFactsRepository,
    PipelineRights,
    PipelineTurns,
    DefinitionEvaluation,
    PipelinePlanning,
    PipelineLint,
    PipelineCreation,
    PipelineProcessing,
    PipelineMoves,
    JobTokens,
  ],
})
export class PipelinesModule {}
