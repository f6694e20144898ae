import { Module } from '@nestjs/common';
import { BlobModule } from '../../../platform/blob/blob.module.js';
import { MetricsModule } from '../../../platform/metrics/metrics.module.js';
import { ImageBlobsModule } from '../blobs/image-blobs.module.js';
import { ImageRepositoriesModule } from '../repositories/image-repositories.module.js';
import { ImageTagsModule } from '../tags/image-tags.module.js';
import { ImageUsageModule } from '../usage/image-usage.module.js';
import { ImageConfigsService } from './image-configs.service.js';
import { ManifestPushService } from './manifest-push.service.js';
import { ManifestReadingService } from './manifest-reading.service.js';
import { ManifestReadsService } from './manifest-reads.service.js';
import { ManifestRemovalService } from './manifest-removal.service.js';
import { ManifestWritesService } from './manifest-writes.service.js';
import { ManifestsRepository } from './manifests.repository.js';
import { ReferrersService } from './referrers.service.js';
import { RegistryMetrics } from './registry-metrics.js';

/** Stores, reads and removes manifests (contract: registry §6.2). */
@Module({
  imports: [BlobModule, MetricsModule, ImageBlobsModule, ImageRepositoriesModule, ImageTagsModule, ImageUsageModule],
  providers: [
    RegistryMetrics,
    ManifestPushService,
    ManifestReadingService,
    ManifestReadsService,
    ManifestRemovalService,
    ManifestWritesService,
    ManifestsRepository,
    ImageConfigsService,
    ReferrersService,
  ],
  exports: [ManifestPushService, ManifestReadsService, ManifestRemovalService, ReferrersService],
})
export class ImageManifestsModule {}
