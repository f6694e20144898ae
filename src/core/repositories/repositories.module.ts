import { Global, Module } from '@nestjs/common';
import { CommitPipelines } from './commits/commit-pipelines.service.js';
import { CommitStarts } from './commits/commit-starts.service.js';
import { CommitWrites } from './commits/commit-writes.service.js';
import { InitialCommit } from './commits/initial-commit.service.js';
import { ObjectWrites } from './commits/object-writes.service.js';
import { KeepRefJob } from './jobs/keep-ref.job.js';
import { MaintainRepositoryJob } from './jobs/maintain-repository.job.js';
import { MeasureRepositoryJob } from './jobs/measure-repository.job.js';
import { RemoveDirectoryJob } from './jobs/remove-directory.job.js';
import { SettleIntentsJob } from './jobs/settle-intents.job.js';
import { SweepDeletedRefsJob } from './jobs/sweep-deleted-refs.job.js';
import { ProcessIdentity } from './leases/process-identity.js';
import { Quarantines } from './leases/quarantines.service.js';
import { RepositoryLeasesRepository } from './leases/repository-leases.repository.js';
import { RepositoryLeases } from './leases/repository-leases.service.js';
import { ProtectedRefs } from './protection/protected-refs.service.js';
import { ProtectionsRepository } from './protection/protections.repository.js';
import { DefaultBranch } from './pushes/default-branch.service.js';
import { DeletedRefsRepository } from './pushes/deleted-refs.repository.js';
import { IntentRecovery } from './pushes/intent-recovery.service.js';
import { LostRefs } from './pushes/lost-refs.service.js';
import { PushAftermath } from './pushes/push-aftermath.service.js';
import { PushEvents } from './pushes/push-events.service.js';
import { PushFactsRepository } from './pushes/push-facts.repository.js';
import { PushJudgement } from './pushes/push-judgement.service.js';
import { PushedRefs } from './pushes/pushed-refs.service.js';
import { RefIntentsRepository } from './pushes/ref-intents.repository.js';
import { RefWrites } from './pushes/ref-writes.service.js';
import { CommitLists } from './reads/commit-lists.service.js';
import { Diffs } from './reads/diffs.service.js';
import { History } from './reads/history.service.js';
import { RepositoryReads } from './reads/repository-reads.service.js';
import { KeepRefs } from './refs/keep-refs.service.js';
import { RefLists } from './refs/ref-lists.service.js';
import { RepositoriesRepository } from './repositories.repository.js';
import { RepositoriesService } from './repositories.service.js';
import { RepositoryRemoval } from './repository-removal.service.js';
import { ContainerStorages } from './storages/container-storages.service.js';
import { RepositoriesInspection } from './storages/repositories.inspection.js';
import { StoragesCheck } from './storages/storages.check.js';
import { Storages } from './storages/storages.service.js';

/** Repositories: where they lie, how they are read, and what follows when they are written. */
@Global()
@Module({
  providers: [
    Storages,
    StoragesCheck,
    RepositoriesInspection,
    RepositoriesRepository,
    RepositoriesService,
    RepositoryRemoval,
    ContainerStorages,
    ProcessIdentity,
    RepositoryLeasesRepository,
    Quarantines,
    RepositoryLeases,
    RepositoryReads,
    History,
    Diffs,
    CommitLists,
    CommitPipelines,
    RefLists,
    KeepRefs,
    ProtectionsRepository,
    ProtectedRefs,
    PushFactsRepository,
    PushJudgement,
    PushedRefs,
    PushEvents,
    LostRefs,
    DeletedRefsRepository,
    DefaultBranch,
    RefIntentsRepository,
    PushAftermath,
    RefWrites,
    CommitStarts,
    ObjectWrites,
    CommitWrites,
    InitialCommit,
    IntentRecovery,
    KeepRefJob,
    MeasureRepositoryJob,
    SettleIntentsJob,
    RemoveDirectoryJob,
    SweepDeletedRefsJob,
    MaintainRepositoryJob,
  ],
  exports: [
    Storages,
    RepositoriesRepository,
    RepositoriesService,
    RepositoryRemoval,
    ContainerStorages,
    ProcessIdentity,
    RepositoryLeases,
    RepositoryReads,
    History,
    Diffs,
    CommitLists,
    CommitPipelines,
    RefLists,
    KeepRefs,
    ProtectionsRepository,
    ProtectedRefs,
    PushFactsRepository,
    PushJudgement,
    DefaultBranch,
    DeletedRefsRepository,
    RefIntentsRepository,
    PushAftermath,
    IntentRecovery,
    RefWrites,
    ObjectWrites,
    CommitWrites,
    InitialCommit,
  ],
})
export class RepositoriesModule {}
