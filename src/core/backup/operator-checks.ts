import path from 'node:path';
import { CommandFailed } from '../../platform/cli/command-failed.js';
import { readWords } from '../../platform/cli/usage.js';
import type { Env } from '../../platform/config/env.js';

/** Returns the only argument. Throws {@link CommandFailed} for none, or more. */
export function folderArgument(args: readonly string[], usage: string): string {
  const [folder = ''] = readWords(usage, args, 1);
  return path.resolve(folder);
}

/** Throws {@link CommandFailed} when the database is not the embedded one. */
export function requireEmbedded({ databaseUrl }: Env, command: string): void {
  if (databaseUrl !== undefined) {
    throw new CommandFailed(
      `\`${command}\` is for the embedded database, and DATABASE_URL is set: README, "Backup with DATABASE_URL", ` +
        'has the steps.',
    );
  }
}

/** Throws {@link CommandFailed} for a folder inside the data that it backs up, with which it would be lost. */
export function requireOutside({ dataDir, storages }: Env, folder: string): void {
  const inner = [dataDir, ...storages.values()].find((directory) => isWithin(path.resolve(directory), folder));
  if (inner !== undefined) {
    throw new CommandFailed(`${folder} is part of the instance: choose a folder outside of ${inner}.`);
  }
}

const isWithin = (directory: string, folder: string): boolean => `${folder}/`.startsWith(`${directory}/`);
