import { Module } from '@nestjs/common';
import { BlobModule } from '../../../platform/blob/blob.module.js';
import { ImageBlobsModule } from '../blobs/image-blobs.module.js';
import { UploadWriters } from './upload-writers.js';
import { UploadsRepository } from './uploads.repository.js';
import { UploadsService } from './uploads.service.js';

/** Upload sessions (contract: registry §6.1). */
@Module({
  imports: [BlobModule, ImageBlobsModule],
  providers: [UploadsService, UploadWriters, UploadsRepository],
  exports: [UploadsService, UploadsRepository],
})
export class ImageUploadsModule {}
