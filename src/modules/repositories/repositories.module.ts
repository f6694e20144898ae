import { Module } from '@nestjs/common';
import { ArchivesController } from './archives/archives.controller.js';
import { Archives } from './archives/archives.service.js';
import { BranchViewers } from './branches/branch-views.service.js';
import { BranchWrites } from './branches/branch-writes.service.js';
import { BranchesController } from './branches/branches.controller.js';
import { BranchReads } from './branches/branches.service.js';
import { DeleteMergedBranchesJob } from './branches/jobs/delete-merged-branches.job.js';
import { MergedBranchReads } from './branches/merged-branch-reads.service.js';
import { MergedBranchesController } from './branches/merged-branches.controller.js';
import { MergedBranchesDeletion } from './branches/merged-branches-deletion.service.js';
import { MergedBranchesExecution } from './branches/merged-branches-execution.service.js';
import { CodeProjectResolver } from './code-project.resolver.js';
import { CommitCreation } from './commits/commit-creation.service.js';
import { CommitQueries } from './commits/commit-queries.service.js';
import { CommitsController } from './commits/commits.controller.js';
import { CommitReads } from './commits/commits.service.js';
import { CompareController } from './compare/compare.controller.js';
import { Comparisons } from './compare/comparisons.service.js';
import { DeletedRefsController } from './deleted-refs/deleted-refs.controller.js';
import { DeletedRefs } from './deleted-refs/deleted-refs.service.js';
import { RefRestoration } from './deleted-refs/ref-restoration.service.js';
import { RestoredRefs } from './deleted-refs/restored-refs.service.js';
import { Blame } from './files/blame.service.js';
import { FileContents } from './files/file-content.service.js';
import { FileWrites } from './files/file-writes.service.js';
import { FilesController } from './files/files.controller.js';
import { FileReads } from './files/files.service.js';
import { CodePages } from './pages/code-pages.service.js';
import { BlobPagesController, TreePagesController } from './pages/code-pages.controller.js';
import { CommitPagesController, ComparisonPagesController } from './pages/commit-pages.controller.js';
import { BranchPagesController, RepositoryTagPagesController } from './pages/ref-pages.controller.js';
import { Spots } from './pages/spots.service.js';
import { PermissionsController } from './permissions/permissions.controller.js';
import { RefPermissionsService } from './permissions/ref-permissions.service.js';
import { ProjectCode } from './project-code.service.js';
import { ProjectUrls } from './project-urls.js';
import { ProtectedBranchesController } from './protection/protected-branches.controller.js';
import { ProtectedTagsController } from './protection/protected-tags.controller.js';
import { TagsController } from './tags/tags.controller.js';
import { TagsService } from './tags/tags.service.js';
import { Blobs } from './trees/blobs.service.js';
import { TreesController } from './trees/trees.controller.js';
import { Trees } from './trees/trees.service.js';

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
    CodeProjectResolver,
    ProjectCode,
    ProjectUrls,
    BranchReads,
    BranchWrites,
    BranchViewers,
    MergedBranchReads,
    MergedBranchesDeletion,
    MergedBranchesExecution,
    DeleteMergedBranchesJob,
    TagsService,
    CommitReads,
    CommitQueries,
    CommitCreation,
    FileReads,
    FileContents,
    FileWrites,
    Blame,
    Trees,
    Blobs,
    Archives,
    Comparisons,
    DeletedRefs,
    RefRestoration,
    RestoredRefs,
    RefPermissionsService,
    CodePages,
    Spots,
  ],
})
export class RepositoryRestModule {}
