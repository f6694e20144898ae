import { spawn } from 'node:child_process';
import { Duplex } from 'node:stream';

/** The program of that name as a stream; Node knows no bzip2. Breaks when the program is not installed. */
export function startBzip2(): Duplex {
  const child = spawn('bzip2', ['-c'], { stdio: ['pipe', 'pipe', 'ignore'], env: { PATH: SEARCH_PATH } });
  const stream = Duplex.from({ writable: child.stdin, readable: child.stdout });
  child.on('error', (error) => stream.destroy(error));
  stream.on('close', () => child.kill());
  return stream;
}

const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin';
