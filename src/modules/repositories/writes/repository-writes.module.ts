import { Module } from '@nestjs/common';
import { GitModule } from '../../../platform/git/git.module.js';
import { RepositoryLeasesModule } from '../leases/repository-leases.module.js';
import { PushesModule } from '../pushes/pushes.module.js';
import { RepositoryReadsModule } from '../reads/repository-reads.module.js';
import { RefsModule } from '../refs/refs.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { CommitDraftsService } from './commit-drafts.service.js';
import { CommitPipelinesService } from './commit-pipelines.service.js';
import { CommitStartsService } from './commit-starts.service.js';
import { CommitWritesService } from './commit-writes.service.js';
import { InitialCommitService } from './initial-commit.service.js';
import { ObjectWritesService } from './object-writes.service.js';
import { UndoCreationsJob } from './undo-creations.job.js';
import { UndoneCreationsService } from './undone-creations.service.js';

/** Creates commits and tags. */
@Module({
  imports: [GitModule, PushesModule, RefsModule, RepositoryLeasesModule, RepositoryReadsModule, StoragesModule],
  providers: [
    CommitPipelinesService,
    CommitStartsService,
    CommitDraftsService,
    ObjectWritesService,
    CommitWritesService,
    InitialCommitService,
    UndoneCreationsService,
    UndoCreationsJob,
  ],
  exports: [CommitPipelinesService, ObjectWritesService, CommitWritesService, InitialCommitService],
})
export class RepositoryWritesModule {}
