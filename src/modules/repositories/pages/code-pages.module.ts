import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { BranchesModule } from '../branches/branches.module.js';
import { CommitsModule } from '../commits/commits.module.js';
import { CompareModule } from '../compare/compare.module.js';
import { ProjectCodeModule } from '../project-code/project-code.module.js';
import { RepositoryTagsModule } from '../tags/repository-tags.module.js';
import { TreePagesController, BlobPagesController } from './code-pages.controller.js';
import { CodeTabs, CodePagesService } from './code-pages.service.js';
import { CommitPagesController, ComparisonPagesController } from './commit-pages.controller.js';
import { BranchPagesController, RepositoryTagPagesController } from './ref-pages.controller.js';
import { RefPathResolverService } from './ref-path-resolver.service.js';

/** Pages about code, commits and refs. */
@Module({
  imports: [ProjectsModule, BranchesModule, CommitsModule, CompareModule, ProjectCodeModule, RepositoryTagsModule],
  controllers: [
    TreePagesController,
    BlobPagesController,
    CommitPagesController,
    ComparisonPagesController,
    BranchPagesController,
    RepositoryTagPagesController,
  ],
  providers: [CodeTabs, CodePagesService, RefPathResolverService],
})
export class CodePagesModule {}
