import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { UsersModule } from '../../../core/users/users.module.js';
import { IncidentsModule } from '../incidents/incidents.module.js';
import { AlertIntakeModule } from '../intake/alert-intake.module.js';
import { AlertIntegrationsModule } from '../integrations/alert-integrations.module.js';
import { AlertManagementModule } from '../management/alert-management.module.js';
import { AlertIntegrationPagesController } from './alert-integration-pages.controller.js';
import { AlertPagesController } from './alert-pages.controller.js';
import { AlertTabs } from './alert-tabs.js';
import { AssigneeFieldService } from './assignee-field.service.js';
import { IncidentPagesController } from './incident-pages.controller.js';

/** Pages about alerts, incidents and alert integrations (contract: alerts §4 Pages). */
@Module({
  imports: [
    ProjectsModule,
    UsersModule,
    AlertIntegrationsModule,
    AlertIntakeModule,
    AlertManagementModule,
    IncidentsModule,
  ],
  controllers: [AlertPagesController, IncidentPagesController, AlertIntegrationPagesController],
  providers: [AlertTabs, AssigneeFieldService],
})
export class AlertPagesModule {}
