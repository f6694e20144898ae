import { Module } from '@nestjs/common';
import { BranchViewers } from './branches/branch-views.service.js';
import { BranchesController } from './branches/branches.controller.js';
import { BranchReads } from './branches/branches.service.js';
import { CodeProjectResolver } from './code-project.resolver.js';
import { FilesController } from './files/files.controller.js';
import { FileReads } from './files/files.service.js';

/** Repositories by REST (contract: git §3). */
@Module({
  controllers: [BranchesController, FilesController],
  providers: [CodeProjectResolver, BranchReads, BranchViewers, FileReads],
})
export class RepositoryRestModule {}
