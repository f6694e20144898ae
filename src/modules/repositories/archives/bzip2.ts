import { spawn } from 'node:child_process';
import { Duplex } from 'node:stream';

/**
 * Runs the `bzip2` program as a stream, because Node has no bzip2 support. The stream fails if the program is not
 * installed.
 */
export function startBzip2(): Duplex {
  const child = spawn('bzip2', ['-c'], { stdio: ['pipe', 'pipe', 'ignore'], env: { PATH: SEARCH_PATH } });
  const stream = Duplex.from({ writable: child.stdin, readable: child.stdout });
  child.on('error', (error) => stream.destroy(error));
  stream.on('close', () => child.kill());
  return stream;
}

const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin';
