import { Module } from '@nestjs/common';
import { OperationsModule } from '../../../core/operations/operations.module.js';
import { MailModule } from '../../../platform/mail/mail.module.js';
import { MetricsModule } from '../../../platform/metrics/metrics.module.js';
import { PipelinesModule } from '../../pipelines/pipelines.module.js';
import { RepositoriesModule } from '../../repositories/repositories.module.js';
import { IntegrationEventsModule } from '../events/integration-events.module.js';
import { IntegrationPlanningModule } from '../planning/integration-planning.module.js';
import { IntegrationReadsModule } from '../reads/integration-reads.module.js';
import { IntegrationRecordsModule } from '../records/integration-records.module.js';
import { IntegrationSettingsModule } from '../settings/integration-settings.module.js';
import { BulkRedeliveryService } from './bulk-redelivery.service.js';
import { DeliveriesController } from './deliveries.controller.js';
import { VendorBasesModule } from '../vendor-bases/vendor-bases.module.js';
import { DeliveryAttemptsService } from './delivery-attempts.service.js';
import { DeliveryEndingService } from './delivery-ending.service.js';
import { DeliveryEngine } from './delivery-engine.service.js';
import { DeliveryFactsService } from './delivery-facts.service.js';
import { DeliveryGauges } from './delivery-gauges.js';
import { DeliveryLogService } from './delivery-log.service.js';
import { GatheredFactsService } from './gathered-facts.service.js';
import { HealthNoticesService } from './health-notices.service.js';
import { HealthRecipientsRepository } from './health-recipients.repository.js';
import { HttpSender } from './http-sender.service.js';
import { IntegrationHealthRepository } from './integration-health.repository.js';
import { ExpireDeliveriesJob } from './jobs/expire-deliveries.job.js';
import { PruneDeliveriesJob } from './jobs/prune-deliveries.job.js';
import { RedeliverJob } from './jobs/redeliver.job.js';
import { MailSender } from './mail-sender.service.js';
import { RedeliveryService } from './redelivery.service.js';
import { SigningSecretsService } from './signing-secrets.service.js';
import { StepSender } from './step-sender.service.js';
import { TcpSender } from './tcp-sender.service.js';
import { IntegrationTestsController } from './tests/integration-tests.controller.js';
import { IntegrationTestsService } from './tests/integration-tests.service.js';
import { SampleEventsService } from './tests/sample-events.service.js';

/** Sends the deliveries that events cause: retries, health, log (contract: integrations §8). */
@Module({
  imports: [
    OperationsModule,
    MailModule,
    MetricsModule,
    PipelinesModule,
    RepositoriesModule,
    IntegrationEventsModule,
    IntegrationPlanningModule,
    IntegrationReadsModule,
    IntegrationRecordsModule,
    IntegrationSettingsModule,
    VendorBasesModule,
  ],
  controllers: [DeliveriesController, IntegrationTestsController],
  providers: [
    DeliveryLogService,
    SigningSecretsService,
    RedeliveryService,
    BulkRedeliveryService,
    RedeliverJob,
    PruneDeliveriesJob,
    ExpireDeliveriesJob,
    DeliveryGauges,
    IntegrationTestsService,
    SampleEventsService,
    DeliveryEngine,
    DeliveryAttemptsService,
    DeliveryEndingService,
    DeliveryFactsService,
    GatheredFactsService,
    StepSender,
    HttpSender,
    MailSender,
    TcpSender,
    IntegrationHealthRepository,
    HealthNoticesService,
    HealthRecipientsRepository,
  ],
  exports: [
    DeliveryLogService,
    RedeliveryService,
    BulkRedeliveryService,
    SigningSecretsService,
    IntegrationTestsService,
  ],
})
export class DeliveriesModule {}
