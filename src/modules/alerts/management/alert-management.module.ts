import { Module } from '@nestjs/common';
import { AlertNoticesModule } from '../notices/alert-notices.module.js';
import { AlertRecordsModule } from '../records/alert-records.module.js';
import { AlertListsRepository } from './alert-lists.repository.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsService } from './alerts.service.js';

/** REST API for alerts (contract: alerts §2). */
@Module({
  imports: [AlertRecordsModule, AlertNoticesModule],
  controllers: [AlertsController],
  providers: [AlertsService, AlertListsRepository],
  exports: [AlertsService, AlertListsRepository],
})
export class AlertManagementModule {}
