import { Module } from '@nestjs/common';
import { ArchivesController } from './archives/archives.controller.js';
import { ArchivesService } from './archives/archives.service.js';
import { BranchViewsService } from './branches/branch-views.service.js';
import { BranchWritesService } from './branches/branch-writes.service.js';
import { BranchesController } from './branches/branches.controller.js';
import { BranchesService } from './branches/branches.service.js';
import { DeleteMergedBranchesJob } from './branches/jobs/delete-merged-branches.job.js';
import { MergedBranchReadsService } from './branches/merged-branch-reads.service.js';
import { MergedBranchesController } from './branches/merged-branches.controller.js';
import { MergedBranchesDeletionService } from './branches/merged-branches-deletion.service.js';
import { MergedBranchesExecutionService } from './branches/merged-branches-execution.service.js';
import { CodeProjectResolver } from './project-code/code-project.resolver.js';
import { CommitCreationService } from './commits/commit-creation.service.js';
import { CommitQueriesService } from './commits/commit-queries.service.js';
import { CommitsController } from './commits/commits.controller.js';
import { CommitsService } from './commits/commits.service.js';
import { CompareController } from './compare/compare.controller.js';
import { ComparisonsService } from './compare/comparisons.service.js';
import { DeletedRefsController } from './deleted-refs/deleted-refs.controller.js';
import { DeletedRefsService } from './deleted-refs/deleted-refs.service.js';
import { RefRestorationService } from './deleted-refs/ref-restoration.service.js';
import { RestoredRefsService } from './deleted-refs/restored-refs.service.js';
import { BlameService } from './files/blame.service.js';
import { FileContentService } from './files/file-content.service.js';
import { FileWritesService } from './files/file-writes.service.js';
import { FilesController } from './files/files.controller.js';
import { FilesService } from './files/files.service.js';
import { CodePagesService } from './pages/code-pages.service.js';
import { BlobPagesController, TreePagesController } from './pages/code-pages.controller.js';
import { CommitPagesController, ComparisonPagesController } from './pages/commit-pages.controller.js';
import { BranchPagesController, RepositoryTagPagesController } from './pages/ref-pages.controller.js';
import { RefPathResolverService } from './pages/ref-path-resolver.service.js';
import { PermissionsController } from './permissions/permissions.controller.js';
import { RefPermissionsService } from './permissions/ref-permissions.service.js';
import { ProjectCodeService } from './project-code/project-code.service.js';
import { ProjectUrls } from './project-code/project-urls.js';
import { ProtectedBranchesController } from './protection/protected-branches.controller.js';
import { ProtectedTagsController } from './protection/protected-tags.controller.js';
import { TagsController } from './tags/tags.controller.js';
import { TagsService } from './tags/tags.service.js';
import { BlobsService } from './trees/blobs.service.js';
import { TreesController } from './trees/trees.controller.js';
import { TreesService } from './trees/trees.service.js';
import { CodeTabs } from './pages/code-pages.service.js';

/** Repositories by REST (contract: git §3). */
@Module({
  controllers: [
    BranchesController,
    MergedBranchesController,
    TagsController,
    CommitsController,
    FilesController,
    TreesController,
    ArchivesController,
    CompareController,
    ProtectedBranchesController,
    ProtectedTagsController,
    DeletedRefsController,
    PermissionsController,
    TreePagesController,
    BlobPagesController,
    CommitPagesController,
    ComparisonPagesController,
    BranchPagesController,
    RepositoryTagPagesController,
  ],
  providers: [
    CodeTabs,
    CodeProjectResolver,
    ProjectCodeService,
    ProjectUrls,
    BranchesService,
    BranchWritesService,
    BranchViewsService,
    MergedBranchReadsService,
    MergedBranchesDeletionService,
    MergedBranchesExecutionService,
    DeleteMergedBranchesJob,
    TagsService,
    CommitsService,
    CommitQueriesService,
    CommitCreationService,
    FilesService,
    FileContentService,
    FileWritesService,
    BlameService,
    TreesService,
    BlobsService,
    ArchivesService,
    ComparisonsService,
    DeletedRefsService,
    RefRestorationService,
    RestoredRefsService,
    RefPermissionsService,
    CodePagesService,
    RefPathResolverService,
  ],
})
export class RepositoryRoutesModule {}
