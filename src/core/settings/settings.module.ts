import { Global, Module } from '@nestjs/common';
import { RunnersToken } from './runners-token.service.js';
import { SettingsAdministration } from './settings-administration.service.js';
import { SettingsController } from './settings.controller.js';
import { SettingsRepository } from './settings.repository.js';
import { SettingsService } from './settings.service.js';

@Global()
@Module({
  controllers: [SettingsController],
  providers: [SettingsService, SettingsRepository, SettingsAdministration, RunnersToken],
  exports: [SettingsService, SettingsRepository, RunnersToken],
})
export class SettingsModule {}
