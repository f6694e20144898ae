import { Injectable } from '@nestjs/common';
import type { Job, RecurringJob } from '../../queue/job.js';
import { PostgresRateCounters } from './postgres-rate-counters.js';

/** Deletes counters of past windows. */
@Injectable()
export class SweepRateCountersJob implements Job<object>, RecurringJob {
  static readonly jobName = 'http.sweep-rate-counters';
  readonly everySeconds = 600;

  constructor(private readonly counters: PostgresRateCounters) {}

  async perform(): Promise<void> {
    await this.counters.sweep();
  }
}
