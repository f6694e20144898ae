import { Injectable } from '@nestjs/common';
import { BY_SYSTEM } from '../../../core/audit/by-system.js';
import { print } from '../../../platform/cli/command.js';
import type { Command } from '../../../platform/cli/command.js';
import { readArguments } from '../../../platform/cli/usage.js';
import { BulkMovesService } from '../bulk/bulk-moves.service.js';
import { MoveSchedulingService } from '../move-scheduling.service.js';
import { StorageMovesService } from '../storage-moves.service.js';
import { FollowedService } from './followed.service.js';
import { moveLine } from './move-line.js';
import { targetNamed } from './named-target.js';
import { forOperator } from './operator-refusal.js';

/** Schedules a failed move again, or all failed moves of a bulk run (contract: storage-moves §13.5). */
@Injectable()
export class RetryMovesCommand implements Command {
  static readonly commandName = 'storage-moves retry';
  static readonly usage = 'storage-moves retry (<kind> <move id> | <operation id>)';
  static readonly summary = 'schedule a failed move, or all that failed of a bulk run, again';

  constructor(
    private readonly moves: StorageMovesService,
    private readonly scheduling: MoveSchedulingService,
    private readonly bulk: BulkMovesService,
    private readonly followed: FollowedService,
  ) {}

  run(args: readonly string[]): Promise<number> {
    const { usage } = RetryMovesCommand;
    const target = targetNamed(usage, readArguments(usage, args, { words: [1, 2], options: {} }).words);
    return forOperator(async () => {
      if ('moveId' in target) {
        const move = await this.moves.get(target.kind, target.moveId);
        print(moveLine(await this.scheduling.retry(target.kind, move, BY_SYSTEM)));
        return 0;
      }
      const ended = await this.followed.operation(target.operationId);
      const { id, total } = await this.bulk.retryFailed(ended, null);
      print(`Operation ${id}: ${total ?? 0} to move.`);
      return 0;
    });
  }
}
