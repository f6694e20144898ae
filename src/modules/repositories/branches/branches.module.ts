import { Module } from '@nestjs/common';
import { OperationsModule } from '../../../core/operations/operations.module.js';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { UsersModule } from '../../../core/users/users.module.js';
import { ProjectCodeModule } from '../project-code/project-code.module.js';
import { ProtectionModule } from '../protection/protection.module.js';
import { RepositoryReadsModule } from '../reads/repository-reads.module.js';
import { RefsModule } from '../refs/refs.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { BranchViewsService } from './branch-views.service.js';
import { BranchWritesService } from './branch-writes.service.js';
import { BranchesController } from './branches.controller.js';
import { BranchesService } from './branches.service.js';
import { DeleteMergedBranchesJob } from './delete-merged-branches.job.js';
import { MergedBranchReadsService } from './merged-branch-reads.service.js';
import { MergedBranchesDeletionService } from './merged-branches-deletion.service.js';
import { MergedBranchesExecutionService } from './merged-branches-execution.service.js';
import { MergedBranchesController } from './merged-branches.controller.js';

/** REST API for branches. */
@Module({
  imports: [
    OperationsModule,
    ProjectsModule,
    UsersModule,
    ProjectCodeModule,
    ProtectionModule,
    RefsModule,
    RepositoryReadsModule,
    StoragesModule,
  ],
  controllers: [BranchesController, MergedBranchesController],
  providers: [
    BranchesService,
    BranchWritesService,
    BranchViewsService,
    MergedBranchReadsService,
    MergedBranchesDeletionService,
    MergedBranchesExecutionService,
    DeleteMergedBranchesJob,
  ],
  exports: [BranchesService, BranchViewsService],
})
export class BranchesModule {}
