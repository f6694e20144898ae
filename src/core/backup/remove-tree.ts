import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Removes a directory of any size. Node's own `rm` keeps an operation for every file of the tree at once. */
export async function removeTree(directory: string): Promise<void> {
  await run('rm', ['-rf', '--', directory]);
}
