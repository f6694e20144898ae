import { Module } from '@nestjs/common';
import { DeliveryLogRepository } from './delivery-log.repository.js';
import { DeliveryQueueRepository } from './delivery-queue.repository.js';
import { DeliveryResultsRepository } from './delivery-results.repository.js';
import { DeliveryWakeUp } from './delivery-wake-up.js';
import { IntegrationEventsRepository } from './integration-events.repository.js';
import { OpenMergeRequestsRepository } from './open-merge-requests.repository.js';
import { ProjectFactsRepository } from './project-facts.repository.js';

/** Rows of events, deliveries and open merge requests (contract: integrations §11). */
@Module({
  providers: [
    DeliveryLogRepository,
    DeliveryQueueRepository,
    DeliveryResultsRepository,
    DeliveryWakeUp,
    IntegrationEventsRepository,
    OpenMergeRequestsRepository,
    ProjectFactsRepository,
  ],
  exports: [
    DeliveryLogRepository,
    DeliveryQueueRepository,
    DeliveryResultsRepository,
    DeliveryWakeUp,
    IntegrationEventsRepository,
    OpenMergeRequestsRepository,
    ProjectFactsRepository,
  ],
})
export class IntegrationRecordsModule {}
