import { Module } from '@nestjs/common';
import { OperationsModule } from '../../../core/operations/operations.module.js';
import { ImageBlobsModule } from '../blobs/image-blobs.module.js';
import { ImageRepositoriesModule } from '../repositories/image-repositories.module.js';
import { ImageTagsModule } from '../tags/image-tags.module.js';
import { RepositoryDeletionsRepository } from './repository-deletions.repository.js';
import { DeleteRepositoryJob } from './delete-repository.job.js';
import { RepositoryDeletionController } from './repository-deletion.controller.js';
import { RepositoryDeletionService } from './repository-deletion.service.js';
import { RepositoryRemovalService } from './repository-removal.service.js';

/** Deletes whole repositories. */
@Module({
  imports: [OperationsModule, ImageBlobsModule, ImageRepositoriesModule, ImageTagsModule],
  controllers: [RepositoryDeletionController],
  providers: [RepositoryDeletionService, RepositoryRemovalService, RepositoryDeletionsRepository, DeleteRepositoryJob],
  exports: [RepositoryDeletionService],
})
export class ImageDeletionModule {}
