import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { AlertIntegrationsModule } from '../integrations/alert-integrations.module.js';
import { AlertManagementModule } from '../management/alert-management.module.js';
import { AlertIntegrationTypes } from './alert-integration-types.js';
import { AlertTypes } from './alert-types.js';

/** GraphQL types of alerts and their integrations (contract: scim-graphql §B3). */
@Module({
  imports: [ProjectsModule, AlertManagementModule, AlertIntegrationsModule],
  providers: [AlertTypes, AlertIntegrationTypes],
})
export class AlertGraphqlModule {}
