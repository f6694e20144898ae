import { Injectable } from '@nestjs/common';
import { Caller } from '../../../core/access/caller.js';
import { CancellationsService } from '../../../core/operations/cancellations.service.js';
import { print } from '../../../platform/cli/command.js';
import type { Command } from '../../../platform/cli/command.js';
import { readArguments } from '../../../platform/cli/usage.js';
import { StorageMovesService } from '../storage-moves.service.js';
import { FollowedService } from './followed.service.js';
import { moveLine } from './move-line.js';
import { targetNamed } from './named-target.js';
import { forOperator } from './operator-refusal.js';

/** Cancels a move before its switch, or a bulk run and its moves before theirs (contract: storage-moves §6, §13.4). */
@Injectable()
export class CancelMovesCommand implements Command {
  static readonly commandName = 'storage-moves cancel';
  static readonly usage = 'storage-moves cancel (<kind> <move id> | <operation id>)';
  static readonly summary = 'cancel a move or a bulk run';

  constructor(
    private readonly moves: StorageMovesService,
    private readonly followed: FollowedService,
    private readonly cancellations: CancellationsService,
  ) {}

  run(args: readonly string[]): Promise<number> {
    const { usage } = CancelMovesCommand;
    const target = targetNamed(usage, readArguments(usage, args, { words: [1, 2], options: {} }).words);
    return forOperator(async () => {
      if ('moveId' in target) {
        print(moveLine(await this.moves.cancel(target.kind, target.moveId)));
        return 0;
      }
      const operation = await this.followed.operation(target.operationId);
      await this.cancellations.cancel(operation, Caller.anonymous(''));
      print('Canceled: moves before their switch end within seconds.');
      return 0;
    });
  }
}
