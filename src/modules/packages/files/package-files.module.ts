import { Module } from '@nestjs/common';
import { BlobModule } from '../../../platform/blob/blob.module.js';
import { PackageDocumentsService } from './package-documents.service.js';
import { PackageDownloadsRepository } from './package-downloads.repository.js';
import { PackageDownloadsService } from './package-downloads.service.js';
import { PackagePublishingService } from './package-publishing.service.js';
import { PublishingRepository } from './publishing.repository.js';

/** Publishes and serves package files, in the same way for all formats (contract: packages §4). */
@Module({
  imports: [BlobModule],
  providers: [
    PackagePublishingService,
    PublishingRepository,
    PackageDownloadsService,
    PackageDownloadsRepository,
    PackageDocumentsService,
  ],
  exports: [PackagePublishingService, PackageDocumentsService, PackageDownloadsService, PackageDownloadsRepository],
})
export class PackageFilesModule {}
