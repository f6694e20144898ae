import { Module } from '@nestjs/common';
import { OperationsModule } from '../../../core/operations/operations.module.js';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { IntegrationPlanningModule } from '../planning/integration-planning.module.js';
import { IntegrationReadsModule } from '../reads/integration-reads.module.js';
import { IntegrationSettingsModule } from '../settings/integration-settings.module.js';
import { CommitStatusPagesController } from './commit-status-pages.controller.js';
import { DeliveryPagesController } from './delivery-pages.controller.js';
import { IntegrationPagesController } from './integration-pages.controller.js';
import { IntegrationPagesService } from './integration-pages.service.js';
import { IntegrationTabs } from './integration-tabs.js';
import { IntegrationTestPagesController } from './integration-test-pages.controller.js';
import { RedeliveryPagesController } from './redelivery-pages.controller.js';
import { SigningSecretPagesController } from './signing-secret-pages.controller.js';

/** Pages of integrations in a project: list, settings, signing secrets, tests, log and redelivery. */
@Module({
  imports: [
    OperationsModule,
    ProjectsModule,
    DeliveriesModule,
    IntegrationPlanningModule,
    IntegrationReadsModule,
    IntegrationSettingsModule,
  ],
  controllers: [
    DeliveryPagesController,
    RedeliveryPagesController,
    SigningSecretPagesController,
    CommitStatusPagesController,
    IntegrationTestPagesController,
    IntegrationPagesController,
  ],
  providers: [IntegrationPagesService, IntegrationTabs],
})
export class IntegrationPagesModule {}
