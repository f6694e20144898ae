import { Module } from '@nestjs/common';
import { AlertIntegrationViewsService } from './alert-integration-views.service.js';
import { AlertIntegrationsController } from './alert-integrations.controller.js';
import { AlertIntegrationsRepository } from './alert-integrations.repository.js';
import { AlertIntegrationsService } from './alert-integrations.service.js';
import { AlertKeys } from './alert-keys.js';

/** Integrations that send alerts: addresses, keys and mappings (contract: alerts §4). */
@Module({
  controllers: [AlertIntegrationsController],
  providers: [AlertIntegrationsService, AlertIntegrationViewsService, AlertIntegrationsRepository, AlertKeys],
  exports: [AlertIntegrationsService, AlertIntegrationViewsService, AlertIntegrationsRepository, AlertKeys],
})
export class AlertIntegrationsModule {}
