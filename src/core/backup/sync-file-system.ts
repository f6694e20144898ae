import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Brings everything below the directory onto the disk, names included. One call for a whole file system is worth
 * hundreds of thousands for single files; Node has none, so the `sync` program makes it.
 */
export async function syncFileSystem(directory: string): Promise<void> {
  await run('sync', ['-f', directory]).catch(() => run('sync')); // some systems can sync only everything
}
