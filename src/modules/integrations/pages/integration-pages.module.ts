import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { IntegrationPlanningModule } from '../planning/integration-planning.module.js';
import { IntegrationSettingsModule } from '../settings/integration-settings.module.js';
import { DeliveryPagesController } from './delivery-pages.controller.js';
import { IntegrationPagesController } from './integration-pages.controller.js';
import { IntegrationPagesService } from './integration-pages.service.js';
import { IntegrationTabs } from './integration-tabs.js';
import { IntegrationTestPagesController } from './integration-test-pages.controller.js';

/** Pages of integrations in a project: list, settings, tests and log. */
@Module({
  imports: [ProjectsModule, DeliveriesModule, IntegrationPlanningModule, IntegrationSettingsModule],
  controllers: [DeliveryPagesController, IntegrationTestPagesController, IntegrationPagesController],
  providers: [IntegrationPagesService, IntegrationTabs],
})
export class IntegrationPagesModule {}
