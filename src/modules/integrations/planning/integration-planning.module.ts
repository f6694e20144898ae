import { Module } from '@nestjs/common';
import { RepositoriesModule } from '../../repositories/repositories.module.js';
import { IntegrationRecordsModule } from '../records/integration-records.module.js';
import { IntegrationSettingsModule } from '../settings/integration-settings.module.js';
import { VendorBasesModule } from '../vendor-bases/vendor-bases.module.js';
import { DecisionsService } from './decisions.service.js';
import { ProjectRateService } from './project-rate.service.js';
import { PlanContextService } from './plan-context.service.js';

/** Decides which integrations an event fires, and builds their calls (contract: integrations §4.4, §11). */
@Module({
  imports: [RepositoriesModule, IntegrationRecordsModule, IntegrationSettingsModule, VendorBasesModule],
  providers: [DecisionsService, PlanContextService, ProjectRateService],
  exports: [DecisionsService, PlanContextService, ProjectRateService],
})
export class IntegrationPlanningModule {}
