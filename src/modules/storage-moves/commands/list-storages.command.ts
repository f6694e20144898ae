import { Injectable } from '@nestjs/common';
import { print } from '../../../platform/cli/command.js';
import type { Command } from '../../../platform/cli/command.js';
import { readWords } from '../../../platform/cli/usage.js';
import { bytesText } from '../../../platform/views/bytes.js';
import { RepositoryStoragesService } from '../storages/repository-storages.service.js';

/** Prints the storages and their contents (contract: storage-moves §13.6). */
@Injectable()
export class ListStoragesCommand implements Command {
  static readonly commandName = 'storage-moves storages';
  static readonly usage = 'storage-moves storages';
  static readonly summary = 'the storages with weight, repositories and space';

  constructor(private readonly storages: RepositoryStoragesService) {}

  async run(args: readonly string[]): Promise<number> {
    readWords(ListStoragesCommand.usage, args, 0);
    for (const storage of await this.storages.list()) {
      const { name, weight, isHealthy, projects, snippets, groups, sizeBytes, availableBytes, leftovers } = storage;
      const left = leftovers === 0 ? '' : `, ${leftovers} old copies left`;
      print(
        `${name}  ${isHealthy ? 'available' : 'unavailable'}, weight ${weight}: ${projects} projects, ` +
          `${snippets} snippets, ${groups} groups, ${bytesText(sizeBytes)} used, ` +
          `${availableBytes === null ? 'unknown' : bytesText(availableBytes)} available${left}`,
      );
    }
    return 0;
  }
}
