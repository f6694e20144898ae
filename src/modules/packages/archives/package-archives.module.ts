import { Module } from '@nestjs/common';
import { BlobModule } from '../../../platform/blob/blob.module.js';
import { ArchiveReaderService } from './archive-reader.service.js';

/** Reads the manifests of packages from their archives. */
@Module({
  imports: [BlobModule],
  providers: [ArchiveReaderService],
  exports: [ArchiveReaderService],
})
export class PackageArchivesModule {}
