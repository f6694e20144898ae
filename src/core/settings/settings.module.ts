import { Module } from '@nestjs/common';
import { AccessSettings } from '../access/access-settings.js';
import { RunnersTokenService } from './runners-token.service.js';
import { SettingsAdministrationService } from './settings-administration.service.js';
import { SettingsController } from './settings.controller.js';
import { SettingsRepository } from './settings.repository.js';
import { SettingsService } from './settings.service.js';

/** Settings of the instance, which administrators can change at run time (contract: core §1.2). */
@Module({
  controllers: [SettingsController],
  providers: [
    SettingsService,
    SettingsRepository,
    SettingsAdministrationService,
    RunnersTokenService,
    { provide: AccessSettings, useExisting: SettingsService },
  ],
  exports: [SettingsService, SettingsRepository, RunnersTokenService, AccessSettings],
})
export class SettingsModule {}
