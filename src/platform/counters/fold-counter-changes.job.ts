import { Injectable } from '@nestjs/common';
import type { Job, JobRun, RecurringJob } from '../queue/job.js';
import { CountersRepository, IS_ANY_CHANGE_LEFT } from './counters.repository.js';

const AT_ONCE = 5000;

/** Folds changes into their counters, so that few are left to be added up when one is read. Safe to repeat. */
@Injectable()
export class FoldCounterChangesJob implements Job<object>, RecurringJob {
  static readonly jobName = 'counters.fold-changes';
  static readonly concurrency = 1;
  readonly everySeconds = 15;
  readonly condition = IS_ANY_CHANGE_LEFT;

  constructor(private readonly counters: CountersRepository) {}

  async perform(_payload: object, { signal }: JobRun): Promise<void> {
    while ((await this.counters.fold(AT_ONCE)) === AT_ONCE) {
      signal.throwIfAborted();
    }
  }
}
