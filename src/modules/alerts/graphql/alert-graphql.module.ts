import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { AlertIntegrationsModule } from '../integrations/alert-integrations.module.js';
import { AlertManagementModule } from '../management/alert-management.module.js';
import { AlertIntegrationTypes } from './alert-integration-types.js';
import { AlertTypes } from './alert-types.js';

/** Alerts and their integrations by GraphQL (contract: scim-graphql §B3). */
@Module({
  imports: [ProjectsModule, AlertManagementModule, AlertIntegrationsModule],
  providers: [AlertTypes, AlertIntegrationTypes],
})
export class AlertGraphqlModule {}
