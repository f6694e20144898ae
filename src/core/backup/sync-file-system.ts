import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Flushes everything below the directory to disk, including names. One call for a whole file system is cheaper than
 * hundreds of thousands for single files; Node has none, so the `sync` program is used.
 */
export async function syncFileSystem(directory: string): Promise<void> {
  await run('sync', ['-f', directory]).catch(() => run('sync')); // some systems can only sync everything
}
