import { Module } from '@nestjs/common';
import { ArchivesModule } from './archives/archives.module.js';
import { BranchesModule } from './branches/branches.module.js';
import { CommitsModule } from './commits/commits.module.js';
import { CompareModule } from './compare/compare.module.js';
import { ContainerRepositoriesService } from './container-repositories.service.js';
import { DeletedRefsModule } from './deleted-refs/deleted-refs.module.js';
import { FilesModule } from './files/files.module.js';
import { RepositoryLeasesModule } from './leases/repository-leases.module.js';
import { MaintenanceModule } from './maintenance/maintenance.module.js';
import { CodePagesModule } from './pages/code-pages.module.js';
import { RefPermissionsModule } from './permissions/ref-permissions.module.js';
import { ProjectCodeModule } from './project-code/project-code.module.js';
import { ProtectionModule } from './protection/protection.module.js';
import { PushesModule } from './pushes/pushes.module.js';
import { RepositoryReadsModule } from './reads/repository-reads.module.js';
import { RefsModule } from './refs/refs.module.js';
import { RepositoryHoldings } from './repository-holdings.js';
import { StoragesModule } from './storages/storages.module.js';
import { RepositoryTagsModule } from './tags/repository-tags.module.js';
import { TreesModule } from './trees/trees.module.js';
import { RepositoryWritesModule } from './writes/repository-writes.module.js';

/**
 * Git repositories: their storage, reads and writes, the consequences of pushes, and their REST API and pages
 * (contract: git).
 */
@Module({
  imports: [
    StoragesModule,
    RepositoryLeasesModule,
    RepositoryReadsModule,
    RefsModule,
    ProtectionModule,
    MaintenanceModule,
    PushesModule,
    RepositoryWritesModule,
    ProjectCodeModule,
    BranchesModule,
    RepositoryTagsModule,
    CommitsModule,
    FilesModule,
    TreesModule,
    ArchivesModule,
    CompareModule,
    DeletedRefsModule,
    RefPermissionsModule,
    CodePagesModule,
  ],
  providers: [RepositoryHoldings, ContainerRepositoriesService],
  exports: [
    ContainerRepositoriesService,
    StoragesModule,
    RepositoryLeasesModule,
    RepositoryReadsModule,
    RefsModule,
    ProtectionModule,
    PushesModule,
    RepositoryWritesModule,
  ],
})
export class RepositoriesModule {}
