import { Module } from '@nestjs/common';
import { PipelinesModule } from '../../pipelines/pipelines.module.js';
import { RepositoriesModule } from '../../repositories/repositories.module.js';
import { IntegrationPlanningModule } from '../planning/integration-planning.module.js';
import { IntegrationRecordsModule } from '../records/integration-records.module.js';
import { IntegrationSettingsModule } from '../settings/integration-settings.module.js';
import { ActiveIntegrationsService } from './active-integrations.service.js';
import { AlertEventsRecorder } from './alert-events.recorder.js';
import { DispatchService } from './dispatch.service.js';
import { EventOriginsService } from './event-origins.service.js';
import { EventsApiService } from './events-api.service.js';
import { EventsController } from './events.controller.js';
import { JobFactsRepository } from './pipelines/job-facts.repository.js';
import { PipelineCommitsService } from './pipelines/pipeline-commits.service.js';
import { PipelineEventsRecorder } from './pipelines/pipeline-events.recorder.js';
import { PipelineFactsService } from './pipelines/pipeline-facts.service.js';
import { RefEventsRecorder } from './ref-events.recorder.js';

/** Events of projects, and the deliveries that they cause (contract: integrations §4). */
@Module({
  imports: [
    PipelinesModule,
    RepositoriesModule,
    IntegrationPlanningModule,
    IntegrationRecordsModule,
    IntegrationSettingsModule,
  ],
  controllers: [EventsController],
  exports: [EventOriginsService],
  providers: [
    DispatchService,
    ActiveIntegrationsService,
    RefEventsRecorder,
    AlertEventsRecorder,
    PipelineEventsRecorder,
    PipelineFactsService,
    PipelineCommitsService,
    JobFactsRepository,
    EventOriginsService,
    EventsApiService,
  ],
})
export class IntegrationEventsModule {}
