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
 * Makes the directory of a setting where it is missing; throws {@link InvalidSetting} where that is impossible
 * (contract: core §1.1). One level is made after the other: with `recursive`, Node.js tries for ever below a directory
 * that takes no others, such as /proc.
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
  }); // else another process was faster
}

const isDirectory = (directory: string): Promise<boolean> =>
  stat(directory).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** What the operator is told; other failures stay what they are. */
function refusal(setting: string, directory: string, error: unknown): unknown {
  const reason = error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined;
  return reason === undefined ? error : new InvalidSetting(`${setting}: ${directory} ${reason}.`);
}
