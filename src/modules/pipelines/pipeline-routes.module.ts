import { Module } from '@nestjs/common';
import { ArtifactsController } from './artifacts/artifacts.controller.js';
import { ArtifactsRepository } from './artifacts/artifacts.repository.js';
import { ArtifactsService } from './artifacts/artifacts.service.js';
import { LintController } from './lint/lint.controller.js';
import { JoinLogJob } from './logs/jobs/join-log.job.js';
import { LogJoiningService } from './logs/log-joining.service.js';
import { JobCoverageService } from './logs/job-coverage.service.js';
import { RegistrationTargetsRepository } from './runners/registration-targets.repository.js';
import { RunnerByIdResolver } from './runners/runner-by-id.resolver.js';
import { RunnerContactsService } from './runners/runner-contacts.service.js';
import { RunnerRegistrationController } from './runners/runner-registration.controller.js';
import { RunnerRegistrationService } from './runners/runner-registration.service.js';
import { RunnerPermissionsRepository } from './runners/runner-permissions.repository.js';
import { RunnerViewsService } from './runners/runner-views.service.js';
import { RunnersController } from './runners/runners.controller.js';
import { RunnersRepository } from './runners/runners.repository.js';
import { RunnersService } from './runners/runners.service.js';
import { ExternalPipelinesService } from './statuses/external-pipelines.service.js';
import { StatusRefsService } from './statuses/status-refs.service.js';
import { StatusesController } from './statuses/statuses.controller.js';
import { StatusesRepository } from './statuses/statuses.repository.js';
import { StatusesService } from './statuses/statuses.service.js';
import { DroppedBlobsRepository } from './sweep/dropped-blobs.repository.js';
import { DueJobsRepository } from './sweep/due-jobs.repository.js';
import { JobSweepService } from './sweep/job-sweep.service.js';
import { RemoveDroppedBlobsJob } from './sweep/jobs/remove-dropped-blobs.job.js';
import { SweepJobsJob } from './sweep/jobs/sweep-jobs.job.js';
import { GroupVariablesController } from './variables/group-variables.controller.js';
import { InstanceVariablesController } from './variables/instance-variables.controller.js';
import { ProjectVariablesController } from './variables/project-variables.controller.js';
import { VariablesService } from './variables/variables.service.js';
import { HeartbeatsRepository } from './work/heartbeats.repository.js';
import { JobCandidatesRepository } from './work/job-candidates.repository.js';
import { JobOrdersRepository } from './work/job-orders.repository.js';
import { JobRequestsController } from './work/job-requests.controller.js';
import { JobRequestsService } from './work/job-requests.service.js';
import { JobUpdatesService } from './work/job-updates.service.js';
import { LogIntakeService } from './work/log-intake.service.js';
import { PendingWatchService } from './work/pending-watch.service.js';
import { RunningJobsController } from './work/running-jobs.controller.js';
import { RunningJobsService } from './jobs/running-jobs.service.js';
import { TakenJobsService } from './work/taken-jobs.service.js';
import { WaitingRequestsService } from './work/waiting-requests.service.js';
import { JobViewsService } from './jobs/job-views.service.js';
import { JobsController } from './jobs/jobs.controller.js';
import { OwnJobController } from './jobs/own-job.controller.js';
import { OwnJobService } from './jobs/own-job.service.js';
import { PipelineJobsController } from './jobs/pipeline-jobs.controller.js';
import { ProjectJobsService } from './jobs/project-jobs.service.js';
import { JobLogsRepository } from './logs/job-logs.repository.js';
import { JobLogsService } from './logs/job-logs.service.js';
import { PipelineProjectResolver } from './project-pipelines/pipeline-project.resolver.js';
import { PipelineWatchService } from './project-pipelines/pipeline-watch.service.js';
import { PipelineViewsService } from './project-pipelines/pipeline-views.service.js';
import { PipelinesController } from './project-pipelines/pipelines.controller.js';
import { ProjectPipelinesService } from './project-pipelines/project-pipelines.service.js';
import { JobPagesController } from './pages/job-pages.controller.js';
import { JobPagesService } from './pages/job-pages.service.js';
import { PipelinePagesService } from './pages/pipeline-pages.service.js';
import { PipelinePagesController } from './pages/pipeline-pages.controller.js';
import { StatusPicturesController } from './pictures/status-pictures.controller.js';
import { PipelineTabs } from './pages/pipeline-pages.service.js';
import { RunnerAccessSource } from './runners/runner-access-source.sql.js';

/** Routes and pages of pipelines, jobs, runners, variables and statuses, and what runs jobs (contract: triggers). */
@Module({
  controllers: [
    PipelinesController,
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
    LintController,
    ProjectVariablesController,
    GroupVariablesController,
    InstanceVariablesController,
  ],
  providers: [
    RunnerAccessSource,
    PipelineTabs,
    PipelineProjectResolver,
    PipelineViewsService,
    PipelinePagesService,
    JobPagesService,
    ProjectPipelinesService,
    ProjectJobsService,
    OwnJobService,
    JobViewsService,
    JobLogsService,
    JobLogsRepository,
    ArtifactsRepository,
    ArtifactsService,
    JobCoverageService,
    RegistrationTargetsRepository,
    RunnerByIdResolver,
    RunnerContactsService,
    RunnerRegistrationService,
    RunnerPermissionsRepository,
    RunnerViewsService,
    RunnersRepository,
    RunnersService,
    DroppedBlobsRepository,
    DueJobsRepository,
    JobSweepService,
    RemoveDroppedBlobsJob,
    SweepJobsJob,
    HeartbeatsRepository,
    JobCandidatesRepository,
    JobOrdersRepository,
    JobRequestsService,
    JobUpdatesService,
    LogIntakeService,
    PendingWatchService,
    RunningJobsService,
    TakenJobsService,
    WaitingRequestsService,
    VariablesService,
    LogJoiningService,
    JoinLogJob,
    PipelineWatchService,
    StatusesService,
    StatusesRepository,
    StatusRefsService,
    ExternalPipelinesService,
  ],
  exports: [PipelineWatchService, PipelineViewsService, PipelineProjectResolver],
})
export class PipelineRoutesModule {}
