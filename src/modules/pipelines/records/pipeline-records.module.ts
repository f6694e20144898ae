import { Module } from '@nestjs/common';
import { CiJobRecordsRepository } from './ci-job-records.repository.js';
import { CiJobsRepository } from './ci-jobs.repository.js';
import { PipelinesRepository } from './pipelines.repository.js';

/** Rows of pipelines and jobs. */
@Module({
  providers: [PipelinesRepository, CiJobsRepository, CiJobRecordsRepository],
  exports: [PipelinesRepository, CiJobsRepository, CiJobRecordsRepository],
})
export class PipelineRecordsModule {}
