import { Module } from '@nestjs/common';
import { AlertGraphqlModule } from './graphql/alert-graphql.module.js';
import { AlertIntakeModule } from './intake/alert-intake.module.js';
import { AlertIntegrationsModule } from './integrations/alert-integrations.module.js';
import { AlertManagementModule } from './management/alert-management.module.js';
import { AlertPagesModule } from './pages/alert-pages.module.js';
import { IncidentsModule } from './incidents/incidents.module.js';

/** Alerts, from their senders to the incidents created from them (contract: alerts). */
@Module({
  imports: [
    AlertIntegrationsModule,
    AlertIntakeModule,
    AlertManagementModule,
    IncidentsModule,
    AlertGraphqlModule,
    AlertPagesModule,
  ],
  exports: [AlertManagementModule],
})
export class AlertsModule {}
