import { Module } from '@nestjs/common';
import { AlertsRepository } from './alerts.repository.js';
import { DevelopersRepository } from './developers.repository.js';
import { IncidentSettingsRepository } from './incident-settings.repository.js';

/** Stored alerts, for the modules that show and change them. */
@Module({
  providers: [AlertsRepository, DevelopersRepository, IncidentSettingsRepository],
  exports: [AlertsRepository, DevelopersRepository, IncidentSettingsRepository],
})
export class AlertRecordsModule {}
