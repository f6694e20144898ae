import { Injectable } from '@nestjs/common';
import type { Command } from '../../../platform/cli/command.js';
import { readArguments } from '../../../platform/cli/usage.js';
import { FollowedService } from './followed.service.js';
import { targetNamed } from './named-target.js';
import { forOperator } from './operator-refusal.js';

/** Shows the progress of a move or a bulk run until it ends. */
@Injectable()
export class FollowMovesCommand implements Command {
  static readonly commandName = 'storage-moves follow';
  static readonly usage = 'storage-moves follow (<kind> <move id> | <operation id>)';
  static readonly summary = 'show the progress of a move or of a bulk run until it ends';

  constructor(private readonly followed: FollowedService) {}

  run(args: readonly string[]): Promise<number> {
    const { usage } = FollowMovesCommand;
    const target = targetNamed(usage, readArguments(usage, args, { words: [1, 2], options: {} }).words);
    return forOperator(() =>
      'moveId' in target ? this.followed.move(target.kind, target.moveId) : this.followed.run(target.operationId),
    );
  }
}
