import { Module } from '@nestjs/common';
import { AlertNoticesModule } from '../notices/alert-notices.module.js';
import { AlertRecordsModule } from '../records/alert-records.module.js';
import { IncidentChangesService } from './incident-changes.service.js';
import { IncidentSettingsController } from './incident-settings.controller.js';
import { IncidentSettingsService } from './incident-settings.service.js';
import { IncidentsController } from './incidents.controller.js';
import { IncidentsRepository } from './incidents.repository.js';
import { IncidentsService } from './incidents.service.js';

/** Incidents, created by users or as configured (contract: alerts §3). */
@Module({
  imports: [AlertRecordsModule, AlertNoticesModule],
  controllers: [IncidentsController, IncidentSettingsController],
  providers: [IncidentsService, IncidentChangesService, IncidentsRepository, IncidentSettingsService],
  exports: [IncidentChangesService, IncidentsService],
})
export class IncidentsModule {}
