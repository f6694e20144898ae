import { Global, Module } from '@nestjs/common';
import { SettingsRepository } from './settings.repository.js';
import { SettingsService } from './settings.service.js';

@Global()
@Module({
  providers: [SettingsService, SettingsRepository],
  exports: [SettingsService],
})
export class SettingsModule {}
