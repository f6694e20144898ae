import { Module } from '@nestjs/common';
import { BranchesModule } from '../branches/branches.module.js';
import { ProjectCodeModule } from '../project-code/project-code.module.js';
import { ProtectionModule } from '../protection/protection.module.js';
import { PushesModule } from '../pushes/pushes.module.js';
import { RefsModule } from '../refs/refs.module.js';
import { RepositoryTagsModule } from '../tags/repository-tags.module.js';
import { DeletedRefsController } from './deleted-refs.controller.js';
import { DeletedRefsService } from './deleted-refs.service.js';
import { RefRestorationService } from './ref-restoration.service.js';
import { RestoredRefsService } from './restored-refs.service.js';

/** Lists and restores deleted refs. */
@Module({
  imports: [BranchesModule, ProjectCodeModule, ProtectionModule, PushesModule, RefsModule, RepositoryTagsModule],
  controllers: [DeletedRefsController],
  providers: [DeletedRefsService, RefRestorationService, RestoredRefsService],
})
export class DeletedRefsModule {}
