import { Injectable } from '@nestjs/common';
import type { Job, RecurringJob } from '../../../platform/queue/job.js';
import { IS_ANY_MOVE_UNDER_WAY } from '../records/storage-moves.repository.js';
import { MoveRecoveryService } from './move-recovery.service.js';

/** Finds moves whose workers have stopped (contract: storage-moves §5 Crashes). */
@Injectable()
export class RecoverMovesJob implements Job<object>, RecurringJob {
  static readonly jobName = 'storage-moves.recover';
  static readonly concurrency = 1;
  readonly everySeconds = 10;
  readonly condition = IS_ANY_MOVE_UNDER_WAY;

  constructor(private readonly recovery: MoveRecoveryService) {}

  perform(): Promise<void> {
    return this.recovery.recover();
  }
}
