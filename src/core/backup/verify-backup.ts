import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../platform/blob/filesystem/durable.js';
import { inParallel } from '../../common/concurrency/in-parallel.js';
import { CommandFailed } from '../../platform/cli/command-failed.js';
import { CHECKSUM_LIST, listedFiles } from './checksum-list.js';
import { sha256Of } from './file-digest.js';

const FILES_AT_ONCE = 8;

/**
 * Reads the whole backup. Throws {@link CommandFailed} unless all files are as they were written, and there are no
 * others.
 */
export async function verifyBackup(backup: string): Promise<number> {
  let listed = 0;
  for await (const files of listedFiles(backup)) {
    await inParallel(FILES_AT_ONCE, files, async ({ name, sha256 }) => {
      if ((await digestOf(path.join(backup, name))) !== sha256) {
        throw damaged(`${name} is missing, or not what was written`);
      }
    });
    listed += files.length;
  }
  const present = (await countFiles(backup)) - 1; // the list itself is not listed
  if (present !== listed) {
    throw damaged(`it has ${present} files, and ${CHECKSUM_LIST} lists ${listed}`);
  }
  return listed;
}

const damaged = (what: string): CommandFailed =>
  new CommandFailed(`The backup is damaged: ${what}. Nothing was restored; use another backup.`);

async function digestOf(file: string): Promise<string | null> {
  try {
    return await sha256Of(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) {
      return null;
    }
    throw error;
  }
}

/** Directories are listed in sequence, so that no list of all files is held. */
async function countFiles(directory: string): Promise<number> {
  let files = 0;
  const pending = [directory];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for await (const entry of await opendir(next)) {
      if (entry.isDirectory()) {
        pending.push(path.join(next, entry.name));
      } else {
        files += 1;
      }
    }
  }
  return files;
}
