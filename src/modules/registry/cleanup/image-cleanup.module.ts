import { Module } from '@nestjs/common';
import { OperationsModule } from '../../../core/operations/operations.module.js';
import { RegistryAuthModule } from '../auth/registry-auth.module.js';
import { ImageRepositoriesModule } from '../repositories/image-repositories.module.js';
import { ImageTagsModule } from '../tags/image-tags.module.js';
import { CleanupBatchesService } from './cleanup-batches.service.js';
import { CleanupExecutionService } from './cleanup-execution.service.js';
import { CleanupLeasesRepository } from './cleanup-leases.repository.js';
import { CleanupPlansRepository } from './cleanup-plans.repository.js';
import { CleanupStartsService } from './cleanup-starts.service.js';
import { CleanupController } from './cleanup.controller.js';
import { CleanupService } from './cleanup.service.js';
import { DeleteTagsJob } from './delete-tags.job.js';
import { ReclaimableRepository } from './reclaimable.repository.js';

/** Bulk deletes of tags (contract: registry §4). */
@Module({
  imports: [OperationsModule, ImageRepositoriesModule, ImageTagsModule, RegistryAuthModule],
  controllers: [CleanupController],
  providers: [
    CleanupService,
    CleanupStartsService,
    CleanupExecutionService,
    CleanupBatchesService,
    CleanupLeasesRepository,
    CleanupPlansRepository,
    ReclaimableRepository,
    DeleteTagsJob,
  ],
  exports: [CleanupService],
})
export class ImageCleanupModule {}
