import { Module } from '@nestjs/common';
import { GitModule } from '../../../platform/git/git.module.js';
import { CommitsModule } from '../commits/commits.module.js';
import { ProjectCodeModule } from '../project-code/project-code.module.js';
import { RepositoryReadsModule } from '../reads/repository-reads.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { BlameService } from './blame.service.js';
import { FileContentService } from './file-content.service.js';
import { FileWritesService } from './file-writes.service.js';
import { FilesController } from './files.controller.js';
import { FilesService } from './files.service.js';

/** REST API for files. */
@Module({
  imports: [GitModule, CommitsModule, ProjectCodeModule, RepositoryReadsModule, StoragesModule],
  controllers: [FilesController],
  providers: [FilesService, FileContentService, FileWritesService, BlameService],
  exports: [FileContentService],
})
export class FilesModule {}
