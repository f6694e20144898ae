import { Global, Module } from '@nestjs/common';
import { KeepRefJob } from './jobs/keep-ref.job.js';
import { MeasureRepositoryJob } from './jobs/measure-repository.job.js';
import { RemoveDirectoryJob } from './jobs/remove-directory.job.js';
import { SettleIntentsJob } from './jobs/settle-intents.job.js';
import { ProcessIdentity } from './leases/process-identity.js';
import { RepositoryLeasesRepository } from './leases/repository-leases.repository.js';
import { RepositoryLeases } from './leases/repository-leases.service.js';
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
import { History } from './reads/history.service.js';
import { RepositoryReads } from './reads/repository-reads.service.js';
import { KeepRefs } from './refs/keep-refs.service.js';
import { RefLists } from './refs/ref-lists.service.js';
import { RepositoriesRepository } from './repositories.repository.js';
import { RepositoriesService } from './repositories.service.js';
import { RepositoryRemoval } from './repository-removal.service.js';
import { ContainerStorages } from './storages/container-storages.service.js';
import { StoragesCheck } from './storages/storages.check.js';
import { Storages } from './storages/storages.service.js';

/** Repositories: where they lie, how they are read, and what follows when they are written. */
@Global()
@Module({
  providers: [
    Storages,
    StoragesCheck,
    RepositoriesRepository,
    RepositoriesService,
    RepositoryRemoval,
    ContainerStorages,
    ProcessIdentity,
    RepositoryLeasesRepository,
    RepositoryLeases,
    RepositoryReads,
    History,
    RefLists,
    KeepRefs,
    ProtectionsRepository,
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
    IntentRecovery,
    KeepRefJob,
    MeasureRepositoryJob,
    SettleIntentsJob,
    RemoveDirectoryJob,
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
    RefLists,
    KeepRefs,
    ProtectionsRepository,
    PushFactsRepository,
    PushJudgement,
    DefaultBranch,
    RefIntentsRepository,
    PushAftermath,
    IntentRecovery,
    RefWrites,
  ],
})
export class RepositoriesModule {}
