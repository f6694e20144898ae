import { Injectable } from '@nestjs/common';
import { DAY_SECONDS } from '../../../../common/time/units.js';
import { Env } from '../../../../platform/config/env.js';
import type { Job, JobRun, RecurringJob } from '../../../../platform/queue/job.js';
import { DeliveryResultsRepository } from '../../records/delivery-results.repository.js';

const BATCH = 500;

/** Deletes old events and deliveries, but keeps unfinished ones (contract: integrations §8.5). */
@Injectable()
export class PruneDeliveriesJob implements Job<object>, RecurringJob {
  static readonly jobName = 'integrations.prune-deliveries';
  readonly everySeconds = DAY_SECONDS;

  constructor(
    private readonly results: DeliveryResultsRepository,
    private readonly env: Env,
  ) {}

  async perform(_payload: object, { signal }: JobRun): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      if ((await this.results.prune(this.env.deliveries.retentionDays, BATCH)) === 0) {
        return;
      }
    }
  }
}
