import { Injectable } from '@nestjs/common';
import { BY_SYSTEM } from '../../../core/audit/by-system.js';
import { print } from '../../../platform/cli/command.js';
import type { Command } from '../../../platform/cli/command.js';
import { readArguments } from '../../../platform/cli/usage.js';
import { BulkMovesService } from '../bulk/bulk-moves.service.js';
import { MoveSchedulingService } from '../move-scheduling.service.js';
import { StorageMovesService } from '../storage-moves.service.js';
import { FollowedService } from './followed.service.js';
import { kindNamed } from './kind-argument.js';
import { moveLine } from './move-line.js';
import { forOperator } from './operator-refusal.js';
import { printPreview } from './preview-lines.js';

const OPTIONS = {
  to: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  follow: { type: 'boolean', default: false },
} as const;

/** Moves one container; the running service does the work (contract: storage-moves §3). */
@Injectable()
export class ScheduleMoveCommand implements Command {
  static readonly commandName = 'storage-moves schedule';
  static readonly usage = 'storage-moves schedule <kind> <id or path> [--to <storage>] [--dry-run] [--follow]';
  static readonly summary = 'move a project, snippet or group to another storage';

  constructor(
    private readonly moves: StorageMovesService,
    private readonly scheduling: MoveSchedulingService,
    private readonly bulk: BulkMovesService,
    private readonly followed: FollowedService,
  ) {}

  run(args: readonly string[]): Promise<number> {
    const { usage } = ScheduleMoveCommand;
    const { values, words } = readArguments(usage, args, { words: [2, 2], options: OPTIONS });
    const kind = kindNamed(usage, words[0]);
    return forOperator(async () => {
      const containerId = await this.moves.containerId(kind, words[1] ?? '');
      const destination = values.to ?? null;
      if (values['dry-run']) {
        return printPreview(await this.bulk.previewOne(kind, containerId, destination));
      }
      const order = { containerId, destination, operationId: null };
      const move = await this.scheduling.schedule(kind, order, BY_SYSTEM);
      print(moveLine(move));
      return values.follow ? this.followed.move(kind, move.id) : 0;
    });
  }
}
