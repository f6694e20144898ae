import { Injectable } from '@nestjs/common';
import { HOUR_SECONDS } from '../../../common/time/units.js';
import type { Job, RecurringJob } from '../../../platform/queue/job.js';
import { UndoneCreationsService } from './undone-creations.service.js';

/** Removes repositories whose creation was interrupted. Safe to repeat. */
@Injectable()
export class UndoCreationsJob implements Job<object>, RecurringJob {
  static readonly jobName = 'repositories.undo-creations';
  readonly everySeconds = HOUR_SECONDS;

  constructor(private readonly creations: UndoneCreationsService) {}

  perform(): Promise<void> {
    return this.creations.undoLeft();
  }
}
