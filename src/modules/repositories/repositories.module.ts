import { Global, Module } from '@nestjs/common';
import { CommitPipelinesService } from './writes/commit-pipelines.service.js';
import { CommitStartsService } from './writes/commit-starts.service.js';
import { CommitWritesService } from './writes/commit-writes.service.js';
import { InitialCommitService } from './writes/initial-commit.service.js';
import { ObjectWritesService } from './writes/object-writes.service.js';
import { KeepRefJob } from './refs/jobs/keep-ref.job.js';
import { MaintainRepositoryJob } from './maintenance/maintain-repository.job.js';
import { MeasureRepositoryJob } from './maintenance/measure-repository.job.js';
import { RemoveDirectoryJob } from './storages/jobs/remove-directory.job.js';
import { SettleIntentsJob } from './pushes/jobs/settle-intents.job.js';
import { SweepDeletedRefsJob } from './pushes/jobs/sweep-deleted-refs.job.js';
import { ProcessIdentity } from './leases/process-identity.js';
import { QuarantinesService } from './leases/quarantines.service.js';
import { RepositoryLeasesRepository } from './leases/repository-leases.repository.js';
import { RepositoryLeasesService } from './leases/repository-leases.service.js';
import { ProtectedRefsService } from './protection/protected-refs.service.js';
import { ProtectionsRepository } from './protection/protections.repository.js';
import { DefaultBranchService } from './pushes/default-branch.service.js';
import { DeletedRefsRepository } from './pushes/deleted-refs.repository.js';
import { IntentRecoveryService } from './pushes/intent-recovery.service.js';
import { RemovedRefsService } from './pushes/removed-refs.service.js';
import { PostReceiveService } from './pushes/post-receive.service.js';
import { PushEventsService } from './pushes/push-events.service.js';
import { PushFactsRepository } from './pushes/push-facts.repository.js';
import { PushAuthorizationService } from './pushes/push-authorization.service.js';
import { PushedRefsService } from './pushes/pushed-refs.service.js';
import { RefIntentsRepository } from './pushes/ref-intents.repository.js';
import { RefWritesService } from './pushes/ref-writes.service.js';
import { CommitListsService } from './reads/commit-lists.service.js';
import { DiffsService } from './reads/diffs.service.js';
import { HistoryService } from './reads/history.service.js';
import { RepositoryReadsService } from './reads/repository-reads.service.js';
import { KeepRefsService } from './refs/keep-refs.service.js';
import { RefListsService } from './refs/ref-lists.service.js';
import { RepositoriesRepository } from './storages/repositories.repository.js';
import { RepositoriesService } from './storages/repositories.service.js';
import { ContainerRepositoriesService } from './container-repositories.service.js';
import { RepositoriesInspection } from './storages/repositories.inspection.js';
import { StoragesCheck } from './storages/storages.check.js';
import { StoragesService } from './storages/storages.service.js';
import { RepositoryHoldings } from './repository-holdings.js';

/** Repositories: where they lie, how they are read, and what follows when they are written. */
@Global()
@Module({
  providers: [
    RepositoryHoldings,
    StoragesService,
    StoragesCheck,
    RepositoriesInspection,
    RepositoriesRepository,
    RepositoriesService,
    ContainerRepositoriesService,
    ProcessIdentity,
    RepositoryLeasesRepository,
    QuarantinesService,
    RepositoryLeasesService,
    RepositoryReadsService,
    HistoryService,
    DiffsService,
    CommitListsService,
    CommitPipelinesService,
    RefListsService,
    KeepRefsService,
    ProtectionsRepository,
    ProtectedRefsService,
    PushFactsRepository,
    PushAuthorizationService,
    PushedRefsService,
    PushEventsService,
    RemovedRefsService,
    DeletedRefsRepository,
    DefaultBranchService,
    RefIntentsRepository,
    PostReceiveService,
    RefWritesService,
    CommitStartsService,
    ObjectWritesService,
    CommitWritesService,
    InitialCommitService,
    IntentRecoveryService,
    KeepRefJob,
    MeasureRepositoryJob,
    SettleIntentsJob,
    RemoveDirectoryJob,
    SweepDeletedRefsJob,
    MaintainRepositoryJob,
  ],
  exports: [
    StoragesService,
    RepositoriesRepository,
    RepositoriesService,
    ContainerRepositoriesService,
    ProcessIdentity,
    RepositoryLeasesService,
    RepositoryReadsService,
    HistoryService,
    DiffsService,
    CommitListsService,
    CommitPipelinesService,
    RefListsService,
    KeepRefsService,
    ProtectionsRepository,
    ProtectedRefsService,
    PushFactsRepository,
    PushAuthorizationService,
    DefaultBranchService,
    DeletedRefsRepository,
    RefIntentsRepository,
    PostReceiveService,
    IntentRecoveryService,
    RefWritesService,
    ObjectWritesService,
    CommitWritesService,
    InitialCommitService,
  ],
})
export class RepositoriesModule {}
