import { Injectable } from '@nestjs/common';
import { print } from '../../../platform/cli/command.js';
import type { Command } from '../../../platform/cli/command.js';
import { misused, readArguments } from '../../../platform/cli/usage.js';
import { BulkMovesService } from '../bulk/bulk-moves.service.js';
import { FollowedService } from './followed.service.js';
import { kindNamed } from './kind-argument.js';
import { forOperator } from './operator-refusal.js';
import { printPreview } from './preview-lines.js';

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  follow: { type: 'boolean', default: false },
} as const;

/** Moves all containers of a kind from a storage; the running service does the work (contract: storage-moves §6). */
@Injectable()
export class ScheduleAllMovesCommand implements Command {
  static readonly commandName = 'storage-moves schedule-all';
  static readonly usage = 'storage-moves schedule-all <kind> --from <storage> [--to <storage>] [--dry-run] [--follow]';
  static readonly summary = 'move all projects, snippets or groups of a storage';

  constructor(
    private readonly bulk: BulkMovesService,
    private readonly followed: FollowedService,
  ) {}

  run(args: readonly string[]): Promise<number> {
    const { usage } = ScheduleAllMovesCommand;
    const { values, words } = readArguments(usage, args, { words: [1, 1], options: OPTIONS });
    const kind = kindNamed(usage, words[0]);
    const { from: source, to: destination = null } = values;
    if (source === undefined) {
      throw misused(usage);
    }
    return forOperator(async () => {
      if (values['dry-run']) {
        return printPreview(await this.bulk.preview(kind, { source, destination }));
      }
      const { id, total } = await this.bulk.start(kind, { source, destination }, null);
      print(`Operation ${id}: ${total ?? 0} to move.`);
      return values.follow ? this.followed.run(id) : 0;
    });
  }
}
