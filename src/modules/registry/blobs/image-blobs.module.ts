import { Module } from '@nestjs/common';
import { BlobModule } from '../../../platform/blob/blob.module.js';
import { ImageRepositoriesModule } from '../repositories/image-repositories.module.js';
import { ImageUsageModule } from '../usage/image-usage.module.js';
import { BlobIntakeService } from './blob-intake.service.js';
import { BlobLinksService } from './blob-links.service.js';
import { BlobMountsService } from './blob-mounts.service.js';
import { BlobRemovalService } from './blob-removal.service.js';
import { BlobUnlinkingRepository } from './blob-unlinking.repository.js';
import { BlobsRepository } from './blobs.repository.js';

/** Blobs of repositories: links, mounts and removal (contract: registry §6). */
@Module({
  imports: [BlobModule, ImageRepositoriesModule, ImageUsageModule],
  providers: [
    BlobLinksService,
    BlobIntakeService,
    BlobMountsService,
    BlobRemovalService,
    BlobsRepository,
    BlobUnlinkingRepository,
  ],
  exports: [
    BlobLinksService,
    BlobIntakeService,
    BlobMountsService,
    BlobRemovalService,
    BlobsRepository,
    BlobUnlinkingRepository,
  ],
})
export class ImageBlobsModule {}
