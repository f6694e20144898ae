import { Injectable } from '@nestjs/common';
import { readInput } from '../../../common/params/read-input.js';
import { print } from '../../../platform/cli/command.js';
import type { Command } from '../../../platform/cli/command.js';
import { readArguments } from '../../../platform/cli/usage.js';
import { ListStorageMovesQuery } from '../storage-moves.dto.js';
import { StorageMovesService } from '../storage-moves.service.js';
import { kindNamed } from './kind-argument.js';
import { moveLine } from './move-line.js';
import { forOperator } from './operator-refusal.js';

const SHOWN = 100;
const OPTIONS = { state: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } } as const;

/** Prints the newest moves of a kind. */
@Injectable()
export class ListMovesCommand implements Command {
  static readonly commandName = 'storage-moves list';
  static readonly usage = 'storage-moves list <kind> [--state <state>] [--from <storage>] [--to <storage>]';
  static readonly summary = 'the newest 100 moves of projects, snippets or groups';

  constructor(private readonly moves: StorageMovesService) {}

  run(args: readonly string[]): Promise<number> {
    const { usage } = ListMovesCommand;
    const { values, words } = readArguments(usage, args, { words: [1, 1], options: OPTIONS });
    const kind = kindNamed(usage, words[0]);
    return forOperator(async () => {
      const filters = {
        ...(values.state === undefined ? {} : { state: values.state }),
        ...(values.from === undefined ? {} : { source_storage_name: values.from }),
        ...(values.to === undefined ? {} : { destination_storage_name: values.to }),
      };
      const query = readInput(ListStorageMovesQuery, filters);
      const page = { kind: 'offset', page: 1, perPage: SHOWN } as const;
      const { items } = await this.moves.list(kind, query.toFilters(), page);
      (items.length === 0 ? ['No moves.'] : items.map(moveLine)).forEach((line) => print(line));
      return 0;
    });
  }
}
