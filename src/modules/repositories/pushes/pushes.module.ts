import { Module } from '@nestjs/common';
import { SettingsModule } from '../../../core/settings/settings.module.js';
import { UsersModule } from '../../../core/users/users.module.js';
import { GitModule } from '../../../platform/git/git.module.js';
import { MetricsModule } from '../../../platform/metrics/metrics.module.js';
import { RepositoryLeasesModule } from '../leases/repository-leases.module.js';
import { MaintenanceModule } from '../maintenance/maintenance.module.js';
import { ProtectionModule } from '../protection/protection.module.js';
import { RepositoryReadsModule } from '../reads/repository-reads.module.js';
import { RefsModule } from '../refs/refs.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { CodePushService } from './code-push.service.js';
import { CommitFollowersService } from './commit-followers.service.js';
import { DefaultBranchService } from './default-branch.service.js';
import { DefaultHeadsService } from './default-heads.service.js';
import { DeletedRefsRepository } from './deleted-refs.repository.js';
import { IntentRecoveryService } from './intent-recovery.service.js';
import { IntentRetriesService } from './intent-retries.service.js';
import { IntentSettlementService } from './intent-settlement.service.js';
import { PointHeadJob } from './jobs/point-head.job.js';
import { SettleIntentsJob } from './jobs/settle-intents.job.js';
import { SweepDeletedRefsJob } from './jobs/sweep-deleted-refs.job.js';
import { PostReceiveService } from './post-receive.service.js';
import { ProjectHeadsService } from './project-heads.service.js';
import { PushAuthorizationService } from './push-authorization.service.js';
import { PushEventsService } from './push-events.service.js';
import { PushFactsRepository } from './push-facts.repository.js';
import { PushedRefsService } from './pushed-refs.service.js';
import { RefIntentsRepository } from './ref-intents.repository.js';
import { RefWritesService } from './ref-writes.service.js';
import { RemovedRefsService } from './removed-refs.service.js';

/** Authorizes pushes, moves refs and applies the consequences. */
@Module({
  imports: [
    GitModule,
    MetricsModule,
    SettingsModule,
    UsersModule,
    MaintenanceModule,
    ProtectionModule,
    RefsModule,
    RepositoryLeasesModule,
    RepositoryReadsModule,
    StoragesModule,
  ],
  providers: [
    PushFactsRepository,
    PushAuthorizationService,
    PushedRefsService,
    PushEventsService,
    RemovedRefsService,
    DeletedRefsRepository,
    DefaultBranchService,
    DefaultHeadsService,
    ProjectHeadsService,
    RefIntentsRepository,
    CodePushService,
    CommitFollowersService,
    PostReceiveService,
    RefWritesService,
    IntentSettlementService,
    IntentRetriesService,
    IntentRecoveryService,
    SettleIntentsJob,
    PointHeadJob,
    SweepDeletedRefsJob,
  ],
  exports: [
    PushFactsRepository,
    PushAuthorizationService,
    DeletedRefsRepository,
    ProjectHeadsService,
    RefIntentsRepository,
    PostReceiveService,
    RefWritesService,
    IntentRetriesService,
  ],
})
export class PushesModule {}
