import { Module } from '@nestjs/common';
import { IntegrationSettingsModule } from '../settings/integration-settings.module.js';
import { ExternalLinksController } from './external-links.controller.js';
import { ExternalLinksService } from './external-links.service.js';

/** Wikis and issue trackers that projects link to (contract: integrations §6.2). */
@Module({
  imports: [IntegrationSettingsModule],
  controllers: [ExternalLinksController],
  providers: [ExternalLinksService],
})
export class ExternalLinksModule {}
