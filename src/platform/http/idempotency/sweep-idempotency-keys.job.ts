import { Injectable } from '@nestjs/common';
import { HOUR_SECONDS } from '../../../common/time/units.js';
import type { Job, RecurringJob } from '../../queue/job.js';
import { IdempotencyKeysRepository } from './idempotency-keys.repository.js';

/** Deletes keys after 24 hours. */
@Injectable()
export class SweepIdempotencyKeysJob implements Job<object>, RecurringJob {
  static readonly jobName = 'http.sweep-idempotency-keys';
  readonly everySeconds = HOUR_SECONDS;

  constructor(private readonly keys: IdempotencyKeysRepository) {}

  async perform(): Promise<void> {
    await this.keys.sweep();
  }
}
