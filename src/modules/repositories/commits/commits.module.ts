import { Module } from '@nestjs/common';
import { ProjectCodeModule } from '../project-code/project-code.module.js';
import { RepositoryReadsModule } from '../reads/repository-reads.module.js';
import { RefsModule } from '../refs/refs.module.js';
import { RepositoryWritesModule } from '../writes/repository-writes.module.js';
import { CommitCreationService } from './commit-creation.service.js';
import { CommitQueriesService } from './commit-queries.service.js';
import { CommitsController } from './commits.controller.js';
import { CommitsService } from './commits.service.js';
import { DraftStatsService } from './draft-stats.service.js';

/** REST API for commits. */
@Module({
  imports: [ProjectCodeModule, RefsModule, RepositoryReadsModule, RepositoryWritesModule],
  controllers: [CommitsController],
  providers: [CommitsService, CommitQueriesService, DraftStatsService, CommitCreationService],
  exports: [CommitsService, CommitCreationService],
})
export class CommitsModule {}
