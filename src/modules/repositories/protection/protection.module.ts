import { Module } from '@nestjs/common';
import { ProtectedBranchesController } from './protected-branches.controller.js';
import { ProtectedRefsService } from './protected-refs.service.js';
import { ProtectedTagsController } from './protected-tags.controller.js';
import { ProtectionsRepository } from './protections.repository.js';

/** Protected branches and tags. */
@Module({
  controllers: [ProtectedBranchesController, ProtectedTagsController],
  providers: [ProtectionsRepository, ProtectedRefsService],
  exports: [ProtectionsRepository, ProtectedRefsService],
})
export class ProtectionModule {}
