import { Module } from '@nestjs/common';
import { PipelineRecordsModule } from '../records/pipeline-records.module.js';
import { CancelJobsWithoutAccessJob } from './cancel-jobs-without-access.job.js';
import { JobMovesRepository } from './job-moves.repository.js';
import { JobMovesService } from './job-moves.service.js';
import { PipelineMovesService } from './pipeline-moves.service.js';
import { PipelineProcessingService } from './pipeline-processing.service.js';
import { ProcessPipelineJob } from './process-pipeline.job.js';

/** Advances pipelines and jobs from status to status. */
@Module({
  imports: [PipelineRecordsModule],
  providers: [
    JobMovesRepository,
    JobMovesService,
    PipelineProcessingService,
    ProcessPipelineJob,
    CancelJobsWithoutAccessJob,
    PipelineMovesService,
  ],
  exports: [JobMovesRepository, JobMovesService, PipelineProcessingService, ProcessPipelineJob, PipelineMovesService],
})
export class PipelineProcessingModule {}
