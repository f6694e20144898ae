import { Module } from '@nestjs/common';
import { MetricsModule } from '../../../platform/metrics/metrics.module.js';
import { AlertIntegrationsModule } from '../integrations/alert-integrations.module.js';
import { IncidentsModule } from '../incidents/incidents.module.js';
import { AlertNoticesModule } from '../notices/alert-notices.module.js';
import { AlertBatchService } from './alert-batch.service.js';
import { AlertExplanationService } from './alert-explanation.service.js';
import { AlertFollowUpsService } from './alert-follow-ups.service.js';
import { AlertIntakeService } from './alert-intake.service.js';
import { AlertMetrics } from './alert-metrics.js';
import { AlertRateLimit } from './alert-rate-limit.js';
import { AutoResolveAlertsJob } from './auto-resolve-alerts.job.js';
import { AutoResolveRepository } from './auto-resolve.repository.js';
import { AutoResolveService } from './auto-resolve.service.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { ForgetDeliveriesJob } from './forget-deliveries.job.js';
import { IntakeTargetsRepository } from './intake-targets.repository.js';
import { IntakeRepository } from './intake.repository.js';
import { PayloadIntakeService } from './payload-intake.service.js';
import { PayloadReadingService } from './payload-reading.service.js';
import { ReceiverHandler } from './receiver.handler.js';
import { ReceiverService } from './receiver.service.js';
import { TestAlertController } from './test-alert.controller.js';
import { TestAlertsService } from './test-alerts.service.js';

/**
 * Accepts payloads from senders and as tests, and resolves alerts that receive no more payloads (contract: alerts §1).
 */
@Module({
  imports: [MetricsModule, AlertIntegrationsModule, IncidentsModule, AlertNoticesModule],
  controllers: [TestAlertController],
  providers: [
    ReceiverHandler,
    ReceiverService,
    PayloadIntakeService,
    PayloadReadingService,
    AlertIntakeService,
    AlertBatchService,
    AlertExplanationService,
    AlertFollowUpsService,
    TestAlertsService,
    AutoResolveService,
    AutoResolveRepository,
    IntakeRepository,
    IntakeTargetsRepository,
    DeliveriesRepository,
    AlertRateLimit,
    AlertMetrics,
    AutoResolveAlertsJob,
    ForgetDeliveriesJob,
  ],
  exports: [TestAlertsService],
})
export class AlertIntakeModule {}
