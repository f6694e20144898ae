import { Module } from '@nestjs/common';
import { ArtifactsController } from './artifacts/artifacts.controller.js';
import { ArtifactsRepository } from './artifacts/artifacts.repository.js';
import { Artifacts } from './artifacts/artifacts.service.js';
import { LintController } from './lint/lint.controller.js';
import { JoinLogJob } from './logs/jobs/join-log.job.js';
import { LogJoining } from './logs/log-joining.service.js';
import { JobCoverage } from './logs/job-coverage.service.js';
import { RegistrationPlaces } from './runners/registration-places.repository.js';
import { RunnerById } from './runners/runner-by-id.resolver.js';
import { RunnerContacts } from './runners/runner-contacts.service.js';
import { RunnerRegistrationController } from './runners/runner-registration.controller.js';
import { RunnerRegistration } from './runners/runner-registration.service.js';
import { RunnerStandings } from './runners/runner-standings.repository.js';
import { RunnerViews } from './runners/runner-views.service.js';
import { RunnersController } from './runners/runners.controller.js';
import { RunnersRepository } from './runners/runners.repository.js';
import { RunnersService } from './runners/runners.service.js';
import { ExternalPipelines } from './statuses/external-pipelines.service.js';
import { StatusRefs } from './statuses/status-refs.service.js';
import { StatusesController } from './statuses/statuses.controller.js';
import { StatusesRepository } from './statuses/statuses.repository.js';
import { Statuses } from './statuses/statuses.service.js';
import { DroppedBlobs } from './sweep/dropped-blobs.repository.js';
import { DueJobs } from './sweep/due-jobs.repository.js';
import { JobSweep } from './sweep/job-sweep.service.js';
import { RemoveDroppedBlobsJob } from './sweep/jobs/remove-dropped-blobs.job.js';
import { SweepJobsJob } from './sweep/jobs/sweep-jobs.job.js';
import { GroupVariablesController } from './variables/group-variables.controller.js';
import { InstanceVariablesController } from './variables/instance-variables.controller.js';
import { ProjectVariablesController } from './variables/project-variables.controller.js';
import { Variables } from './variables/variables.service.js';
import { HeartbeatsRepository } from './work/heartbeats.repository.js';
import { JobCandidates } from './work/job-candidates.repository.js';
import { JobOrders } from './work/job-orders.repository.js';
import { JobRequestsController } from './work/job-requests.controller.js';
import { JobRequests } from './work/job-requests.service.js';
import { JobUpdates } from './work/job-updates.service.js';
import { LogIntake } from './work/log-intake.service.js';
import { PendingWatch } from './work/pending-watch.service.js';
import { RunningJobsController } from './work/running-jobs.controller.js';
import { RunningJobs } from './work/running-jobs.service.js';
import { TakenJobs } from './work/taken-jobs.service.js';
import { WaitingRequests } from './work/waiting-requests.service.js';
import { TriggerIdentity } from './call/trigger-identity.js';
import { TriggerPipelineController } from './call/trigger-pipeline.controller.js';
import { TriggerPipelines } from './call/trigger-pipelines.service.js';
import { TriggerTokens } from './call/trigger-tokens.service.js';
import { FollowController } from './follow/follow.controller.js';
import { Following } from './follow/follow.service.js';
import { JobViews } from './jobs/job-views.service.js';
import { JobsController } from './jobs/jobs.controller.js';
import { OwnJobController } from './jobs/own-job.controller.js';
import { OwnJob } from './jobs/own-job.service.js';
import { PipelineJobsController } from './jobs/pipeline-jobs.controller.js';
import { ProjectJobs } from './jobs/project-jobs.service.js';
import { JobLogsRepository } from './logs/job-logs.repository.js';
import { JobLogs } from './logs/job-logs.service.js';
import { PipelineProjectResolver } from './pipelines/pipeline-project.resolver.js';
import { PipelineWatch } from './pipelines/pipeline-watch.service.js';
import { PipelineViews } from './pipelines/pipeline-views.service.js';
import { PipelinesController } from './pipelines/pipelines.controller.js';
import { ProjectPipelines } from './pipelines/project-pipelines.service.js';
import { JobPagesController } from './pages/job-pages.controller.js';
import { JobPages } from './pages/job-pages.service.js';
import { PipelinePlaces } from './pages/pipeline-places.service.js';
import { PipelinePagesController } from './pages/pipeline-pages.controller.js';
import { TriggerPagesController } from './pages/trigger-pages.controller.js';
import { StatusPicturesController } from './pictures/status-pictures.controller.js';
import { TriggerViews } from './trigger-views.service.js';
import { TriggersController } from './triggers.controller.js';
import { TriggersRepository } from './triggers.repository.js';
import { TriggersService } from './triggers.service.js';

@Module({
  controllers: [
    TriggersController,
    TriggerPipelineController,
    PipelinesController,
    TriggerPagesController,
    PipelinePagesController,
    JobPagesController,
    StatusPicturesController,
    PipelineJobsController,
    JobsController,
    OwnJobController,
    ArtifactsController,
    RunnerRegistrationController,
    RunnersController,
    JobRequestsController,
    RunningJobsController,
    StatusesController,
    FollowController,
    LintController,
    ProjectVariablesController,
    GroupVariablesController,
    InstanceVariablesController,
  ],
  providers: [
    TriggersService,
    TriggersRepository,
    TriggerViews,
    TriggerTokens,
    TriggerPipelines,
    TriggerIdentity,
    PipelineProjectResolver,
    PipelineViews,
    PipelinePlaces,
    JobPages,
    ProjectPipelines,
    ProjectJobs,
    OwnJob,
    JobViews,
    JobLogs,
    JobLogsRepository,
    ArtifactsRepository,
    Artifacts,
    JobCoverage,
    RegistrationPlaces,
    RunnerById,
    RunnerContacts,
    RunnerRegistration,
    RunnerStandings,
    RunnerViews,
    RunnersRepository,
    RunnersService,
    DroppedBlobs,
    DueJobs,
    JobSweep,
    RemoveDroppedBlobsJob,
    SweepJobsJob,
    HeartbeatsRepository,
    JobCandidates,
    JobOrders,
    JobRequests,
    JobUpdates,
    LogIntake,
    PendingWatch,
    RunningJobs,
    TakenJobs,
    WaitingRequests,
    Variables,
    LogJoining,
    JoinLogJob,
    Following,
    PipelineWatch,
    Statuses,
    StatusesRepository,
    StatusRefs,
    ExternalPipelines,
  ],
})
export class TriggersModule {}
