import { Module } from '@nestjs/common';
import { BlobModule } from '../../../platform/blob/blob.module.js';
import { JobArtifactsModule } from '../artifacts/job-artifacts.module.js';
import { PipelineProcessingModule } from '../processing/pipeline-processing.module.js';
import { DroppedBlobsRepository } from './dropped-blobs.repository.js';
import { DueJobsRepository } from './due-jobs.repository.js';
import { HiddenWorkService } from './hidden-work.service.js';
import { JobSweepService } from './job-sweep.service.js';
import { RemoveDroppedBlobsJob } from './jobs/remove-dropped-blobs.job.js';
import { SweepJobsJob } from './jobs/sweep-jobs.job.js';

/** Ends jobs that hang, and deletes data that has expired. */
@Module({
  imports: [BlobModule, JobArtifactsModule, PipelineProcessingModule],
  providers: [
    DroppedBlobsRepository,
    DueJobsRepository,
    HiddenWorkService,
    JobSweepService,
    RemoveDroppedBlobsJob,
    SweepJobsJob,
  ],
})
export class JobSweepModule {}
