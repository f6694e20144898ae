import { Module } from '@nestjs/common';
import { BlobModule } from '../../platform/blob/blob.module.js';
import { MetricsModule } from '../../platform/metrics/metrics.module.js';
import { FirstStartModule } from '../first-start/first-start.module.js';
import { BlobsInspection } from './blobs.inspection.js';
import { BlobStoreCheck } from './checks/blob-store.check.js';
import { DatabaseCheck } from './checks/database.check.js';
import { QueueCheck } from './checks/queue.check.js';
import { DoctorCommand } from './doctor.command.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { Readiness } from './readiness.js';

/** Health and metrics of the service; other modules contribute a {@link HealthCheck} or an {@link Inspection}. */
@Module({
  imports: [BlobModule, FirstStartModule, MetricsModule],
  controllers: [HealthController, MetricsController],
  providers: [Readiness, DatabaseCheck, BlobStoreCheck, QueueCheck, BlobsInspection, DoctorCommand],
  exports: [Readiness],
})
export class HealthModule {}
