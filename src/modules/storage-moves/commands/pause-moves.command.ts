import { Injectable } from '@nestjs/common';
import { PausesService } from '../../../core/operations/pauses.service.js';
import { print } from '../../../platform/cli/command.js';
import type { Command } from '../../../platform/cli/command.js';
import { readArguments } from '../../../platform/cli/usage.js';
import { FollowedService } from './followed.service.js';
import { forOperator } from './operator-refusal.js';

/** Pauses a bulk run: no more moves begin until it is resumed (contract: storage-moves §6). */
@Injectable()
export class PauseMovesCommand implements Command {
  static readonly commandName = 'storage-moves pause';
  static readonly usage = 'storage-moves pause <operation id>';
  static readonly summary = 'begin no more moves of a bulk run for now';

  constructor(
    private readonly followed: FollowedService,
    private readonly pauses: PausesService,
  ) {}

  run(args: readonly string[]): Promise<number> {
    const [id = ''] = readArguments(PauseMovesCommand.usage, args, { words: [1, 1], options: {} }).words;
    return forOperator(async () => {
      await this.pauses.pause(await this.followed.operation(id));
      print('Paused: moves under way end, no others begin.');
      return 0;
    });
  }
}
