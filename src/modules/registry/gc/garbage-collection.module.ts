import { Module } from '@nestjs/common';
import { OperationsModule } from '../../../core/operations/operations.module.js';
import { BlobModule } from '../../../platform/blob/blob.module.js';
import { MetricsModule } from '../../../platform/metrics/metrics.module.js';
import { ImageBlobsModule } from '../blobs/image-blobs.module.js';
import { ImageUploadsModule } from '../uploads/image-uploads.module.js';
import { BlobOwnerRepository } from './blob-owner.repository.js';
import { GcCommand } from './gc.command.js';
import { GarbageBlobsRepository } from './garbage-blobs.repository.js';
import { GarbageCollectionService } from './garbage-collection.service.js';
import { GarbageLinksRepository } from './garbage-links.repository.js';
import { GarbageManifestsRepository } from './garbage-manifests.repository.js';
import { GcExecutionService } from './gc-execution.service.js';
import { GcMetrics } from './gc-metrics.js';
import { GcMomentsRepository } from './gc-moments.repository.js';
import { GcPreviewRepository } from './gc-preview.repository.js';
import { GcPreviewService } from './gc-preview.service.js';
import { GcRunsService } from './gc-runs.service.js';
import { GcStartsService } from './gc-starts.service.js';
import { GcController } from './gc.controller.js';
import { CollectGarbageJob } from './jobs/collect-garbage.job.js';
import { ScheduleCollectionJob } from './jobs/schedule-collection.job.js';
import { SweepOrphansJob } from './jobs/sweep-orphans.job.js';
import { GarbageBlobsStep } from './steps/garbage-blobs.step.js';
import { GarbageLinksStep } from './steps/garbage-links.step.js';
import { GarbageManifestsStep } from './steps/garbage-manifests.step.js';
import { IdleUploadsStep } from './steps/idle-uploads.step.js';

/** Collects manifests, blobs and uploads that nothing refers to (contract: registry §7). */
@Module({
  imports: [BlobModule, MetricsModule, OperationsModule, ImageBlobsModule, ImageUploadsModule],
  controllers: [GcController],
  providers: [
    GarbageCollectionService,
    GcRunsService,
    GcStartsService,
    GcExecutionService,
    GcPreviewService,
    IdleUploadsStep,
    GarbageManifestsStep,
    GarbageLinksStep,
    GarbageBlobsStep,
    GarbageManifestsRepository,
    GarbageLinksRepository,
    GarbageBlobsRepository,
    GcMomentsRepository,
    GcPreviewRepository,
    BlobOwnerRepository,
    CollectGarbageJob,
    ScheduleCollectionJob,
    SweepOrphansJob,
    GcCommand,
    GcMetrics,
  ],
})
export class GarbageCollectionModule {}
