import { Injectable } from '@nestjs/common';
import type { Job, RecurringJob } from '../../queue/job.js';
import { IdempotencyKeysRepository } from './idempotency-keys.repository.js';

/** Deletes keys whose 24 hours are over. */
@Injectable()
export class SweepIdempotencyKeysJob implements Job<object>, RecurringJob {
  static readonly jobName = 'http.sweep-idempotency-keys';
  readonly everySeconds = 3600;

  constructor(private readonly keys: IdempotencyKeysRepository) {}

  async perform(): Promise<void> {
    await this.keys.sweep();
  }
}
