import { Injectable } from '@nestjs/common';
import { CommandFailed } from '../../../platform/cli/command-failed.js';
import type { Command } from '../../../platform/cli/command.js';
import { print } from '../../../platform/cli/command.js';
import { Env } from '../../../platform/config/env.js';
import { folderArgument, requireEmbedded } from '../operator-checks.js';
import { readManifest } from '../manifest.js';
import { Restore } from '../restore.js';

/** Restores an instance with the embedded database from a backup. */
@Injectable()
export class RestoreCommand implements Command {
  static readonly commandName = 'restore';
  static readonly usage = 'restore <folder>';
  static readonly summary = 'make an instance of a backup; DATA_DIR and STORAGES have to be empty';
  static readonly isStandalone = true;

  constructor(private readonly env: Env) {}

  async run(args: readonly string[]): Promise<number> {
    const backup = folderArgument(args, RestoreCommand.usage);
    requireEmbedded(this.env, RestoreCommand.commandName);
    if (backup.endsWith('.incomplete')) {
      throw new CommandFailed(`${backup} was left by a backup that was broken off: use another backup.`);
    }
    await new Restore({ env: this.env, backup, report: print }).run();
    const { createdAt, secretKey } = await readManifest(backup);
    print(`Restored the instance of ${createdAt} into ${this.env.dataDir}; start it with \`npm start\`.`);
    if (secretKey === 'SECRET_KEY') {
      print('The backup has no secret key: start it with the SECRET_KEY that the instance had.');
    }
    return 0;
  }
}
