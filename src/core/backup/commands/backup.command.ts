import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { commandFailed } from '../../../platform/cli/command-failed.js';
import type { Command } from '../../../platform/cli/command.js';
import { print } from '../../../platform/cli/command.js';
import { Env } from '../../../platform/config/env.js';
import { Backup } from '../backup.js';
import { BackupWriter } from '../backup-writer.js';
import { withEmbeddedDatabase } from '../embedded-instance.js';
import { folderArgument, requireEmbedded, requireOutside } from '../operator-checks.js';

/** Backs up an instance with the embedded database, whether the service runs or not. */
@Injectable()
export class BackupCommand implements Command {
  static readonly commandName = 'backup';
  static readonly usage = 'backup <folder>';
  static readonly summary = 'copy database, repositories, blobs and key into a new folder, also while it runs';
  static readonly isStandalone = true;

  constructor(private readonly env: Env) {}

  async run(args: readonly string[]): Promise<number> {
    const folder = folderArgument(args, BackupCommand.usage);
    requireEmbedded(this.env, BackupCommand.commandName);
    requireOutside(this.env, folder);
    await withEmbeddedDatabase(this.env, async (client) => {
      const writer = await BackupWriter.open(folder);
      try {
        await new Backup({ env: this.env, client, writer, report: print }).run();
        print(`Backed up: ${await writer.finish()} files in ${path.resolve(folder)}`);
      } catch (error) {
        await writer.discard();
        throw commandFailed('The backup', error);
      }
    });
    return 0;
  }
}
