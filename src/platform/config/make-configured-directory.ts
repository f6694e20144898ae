import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { InvalidSetting } from './env-reader.js';

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'is no directory',
  ENOTDIR: 'cannot be made there',
  ENOENT: 'cannot be made there',
  EACCES: 'may not be made by this account',
  EPERM: 'may not be made by this account',
  EROFS: 'lies on a file system that is read-only',
};

/**
 * Creates the directory of a setting if it is missing. Throws {@link InvalidSetting} when that fails (contract: core
 * §1.1). Levels are created one by one: with `recursive`, Node.js retries for ever below a directory that accepts no
 * others, such as /proc.
 */
export async function makeConfiguredDirectory(setting: string, directory: string, mode = 0o777): Promise<void> {
  if (await isDirectory(directory)) {
    return;
  }
  const parent = path.dirname(directory);
  if (parent !== directory) {
    await makeConfiguredDirectory(setting, parent, mode);
  }
  await mkdir(directory, { mode }).catch(async (error: unknown) => {
    if (!(await isDirectory(directory))) {
      throw refusal(setting, directory, error);
    }
  }); // otherwise another process created it first
}

const isDirectory = (directory: string): Promise<boolean> =>
  stat(directory).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Returns the error for the operator; other failures are returned as they are. */
function refusal(setting: string, directory: string, error: unknown): unknown {
  const reason = error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined;
  return reason === undefined ? error : new InvalidSetting(`${setting}: ${directory} ${reason}.`);
}
