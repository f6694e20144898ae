import { Module } from '@nestjs/common';
import { BlobModule } from '../../../platform/blob/blob.module.js';
import { PipelineDefinitionModule } from '../definition/pipeline-definition.module.js';
import { JobCoverageService } from './job-coverage.service.js';
import { JobLogsRepository } from './job-logs.repository.js';
import { JobLogsService } from './job-logs.service.js';
import { JoinLogJob } from './join-log.job.js';
import { LogJoiningService } from './log-joining.service.js';

/** Logs of jobs, and the coverage that they contain. */
@Module({
  imports: [BlobModule, PipelineDefinitionModule],
  providers: [JobLogsService, JobLogsRepository, JobCoverageService, LogJoiningService, JoinLogJob],
  exports: [JobLogsService, JobLogsRepository, JobCoverageService],
})
export class JobLogsModule {}
