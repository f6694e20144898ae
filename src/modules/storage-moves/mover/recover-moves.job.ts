import { Injectable } from '@nestjs/common';
import type { Job, RecurringJob } from '../../../platform/queue/job.js';
import { MoveRecoveryService } from './move-recovery.service.js';

/** Finds moves whose workers have stopped (contract: storage-moves §5 Crashes). */
@Injectable()
export class RecoverMovesJob implements Job<object>, RecurringJob {
  static readonly jobName = 'storage-moves.recover';
  static readonly concurrency = 1;
  readonly everySeconds = 10;

  constructor(private readonly recovery: MoveRecoveryService) {}

  perform(): Promise<void> {
    return this.recovery.recover();
  }
}
