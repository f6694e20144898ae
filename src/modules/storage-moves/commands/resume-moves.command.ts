import { Injectable } from '@nestjs/common';
import { PausesService } from '../../../core/operations/pauses.service.js';
import { print } from '../../../platform/cli/command.js';
import type { Command } from '../../../platform/cli/command.js';
import { readArguments } from '../../../platform/cli/usage.js';
import { FollowedService } from './followed.service.js';
import { forOperator } from './operator-refusal.js';

/** Resumes a paused bulk run (contract: storage-moves §6). */
@Injectable()
export class ResumeMovesCommand implements Command {
  static readonly commandName = 'storage-moves resume';
  static readonly usage = 'storage-moves resume <operation id>';
  static readonly summary = 'go on with a paused bulk run';

  constructor(
    private readonly followed: FollowedService,
    private readonly pauses: PausesService,
  ) {}

  run(args: readonly string[]): Promise<number> {
    const [id = ''] = readArguments(ResumeMovesCommand.usage, args, { words: [1, 1], options: {} }).words;
    return forOperator(async () => {
      await this.pauses.resume(await this.followed.operation(id));
      print('Resumed.');
      return 0;
    });
  }
}
