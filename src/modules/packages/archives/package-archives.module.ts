import { Module } from '@nestjs/common';
import { BlobModule } from '../../../platform/blob/blob.module.js';
import { ArchiveReaderService } from './archive-reader.service.js';

/** Reads what packages say about themselves out of their archives. */
@Module({
  imports: [BlobModule],
  providers: [ArchiveReaderService],
  exports: [ArchiveReaderService],
})
export class PackageArchivesModule {}
