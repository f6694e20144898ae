import { Module } from '@nestjs/common';
import { GitModule } from '../../../platform/git/git.module.js';
import { RepositoryLeasesModule } from '../leases/repository-leases.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { CommitListsService } from './commit-lists.service.js';
import { DiffsService } from './diffs.service.js';
import { HistoryService } from './history.service.js';
import { RepositoryReadsService } from './repository-reads.service.js';

/** Reads objects, histories and differences. */
@Module({
  imports: [GitModule, RepositoryLeasesModule, StoragesModule],
  providers: [RepositoryReadsService, HistoryService, DiffsService, CommitListsService],
  exports: [RepositoryReadsService, HistoryService, DiffsService, CommitListsService],
})
export class RepositoryReadsModule {}
