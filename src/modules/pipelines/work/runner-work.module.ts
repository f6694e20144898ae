import { Module } from '@nestjs/common';
import { HealthModule } from '../../../core/health/health.module.js';
import { SettingsModule } from '../../../core/settings/settings.module.js';
import { BlobModule } from '../../../platform/blob/blob.module.js';
import { RepositoriesModule } from '../../repositories/repositories.module.js';
import { JobArtifactsModule } from '../artifacts/job-artifacts.module.js';
import { PipelineCreationModule } from '../creation/pipeline-creation.module.js';
import { PipelineJobsModule } from '../jobs/pipeline-jobs.module.js';
import { JobLogsModule } from '../logs/job-logs.module.js';
import { PipelineProcessingModule } from '../processing/pipeline-processing.module.js';
import { PipelineRecordsModule } from '../records/pipeline-records.module.js';
import { RunnersModule } from '../runners/runners.module.js';
import { PipelineVariablesModule } from '../variables/pipeline-variables.module.js';
import { HeartbeatsRepository } from './heartbeats.repository.js';
import { JobAssignmentService } from './job-assignment.service.js';
import { JobCandidatesRepository } from './job-candidates.repository.js';
import { JobHandoverService } from './job-handover.service.js';
import { JobOrdersRepository } from './job-orders.repository.js';
import { JobRequestsController } from './job-requests.controller.js';
import { JobRequestsService } from './job-requests.service.js';
import { JobTokenCredential } from './job-token.credential.js';
import { JobUpdatesService } from './job-updates.service.js';
import { LogIntakeService } from './log-intake.service.js';
import { PendingWatchService } from './pending-watch.service.js';
import { RunningJobsController } from './running-jobs.controller.js';
import { TakenJobsService } from './taken-jobs.service.js';
import { WaitingRequestsService } from './waiting-requests.service.js';

/** Requests of runners: for jobs, and about the progress of jobs. */
@Module({
  imports: [
    BlobModule,
    HealthModule,
    SettingsModule,
    RepositoriesModule,
    JobArtifactsModule,
    JobLogsModule,
    PipelineCreationModule,
    PipelineJobsModule,
    PipelineProcessingModule,
    PipelineRecordsModule,
    PipelineVariablesModule,
    RunnersModule,
  ],
  controllers: [JobRequestsController, RunningJobsController],
  providers: [
    HeartbeatsRepository,
    JobCandidatesRepository,
    JobOrdersRepository,
    JobRequestsService,
    JobTokenCredential,
    JobAssignmentService,
    JobHandoverService,
    JobUpdatesService,
    LogIntakeService,
    PendingWatchService,
    TakenJobsService,
    WaitingRequestsService,
  ],
})
export class RunnerWorkModule {}
