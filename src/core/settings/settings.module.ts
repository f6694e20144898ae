import { Global, Module } from '@nestjs/common';
import { RunnersTokenService } from './runners-token.service.js';
import { SettingsAdministrationService } from './settings-administration.service.js';
import { SettingsController } from './settings.controller.js';
import { SettingsRepository } from './settings.repository.js';
import { SettingsService } from './settings.service.js';

@Global()
@Module({
  controllers: [SettingsController],
  providers: [SettingsService, SettingsRepository, SettingsAdministrationService, RunnersTokenService],
  exports: [SettingsService, SettingsRepository, RunnersTokenService],
})
export class SettingsModule {}
