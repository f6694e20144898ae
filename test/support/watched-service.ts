import { connect } from 'node:net';
import type { Socket } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startService } from './service.js';
import type { Service } from './service.js';
import type { TestApp } from './app.js';

/** No input blocks the process for longer, in milliseconds. */
export const MAX_BLOCK_MS = 200;

/** As often as something is done until one time blocked less: other processes, and garbage of before, delay some. */
const MOST_TRIES = 8;

/** A service in a process of its own, which reports for how long its event loop was blocked. */
export interface WatchedService {
  readonly url: string;
  /** The longest block since the last question, in milliseconds. */
  longestBlock(): Promise<number>;
  /** How long this blocks at the least, of the times it is done: once where that is less than what is permitted. */
  leastBlock(work: (time: number) => Promise<unknown>): Promise<number>;
  end(): Promise<void>;
}

/** The same service as `app`, on the same data. */
export async function startWatched(app: TestApp): Promise<WatchedService> {
  const { DATA_DIR: dataDir = '' } = app.environment;
  const socketPath = path.join(dataDir, 'loop-watch.sock');
  const service = await startService({
    ...app.environment,
    LOG_LEVEL: 'silent',
    REGISTRY_GC_INTERVAL: '0',
    LOOP_WATCH_SOCKET: socketPath,
    NODE_OPTIONS: `--import=${pathToFileURL(path.resolve('test/support/loop-watch.mjs')).href}`,
  });
  const socket = connect(socketPath);
  return {
    url: service.url,
    longestBlock: () => ask(socket),
    leastBlock: (work) => leastBlock(() => ask(socket), work),
    end: () => endService(service, socket),
  };
}

async function leastBlock(longestBlock: () => Promise<number>, work: (time: number) => Promise<unknown>) {
  let least = Infinity;
  for (let time = 0; time < MOST_TRIES && least >= MAX_BLOCK_MS; time += 1) {
    await longestBlock();
    await work(time);
    least = Math.min(least, await longestBlock());
  }
  return least;
}

function ask(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.once('data', (text) => {
      resolve(Number(text));
    });
    socket.once('error', reject);
    socket.write('?');
  });
}

async function endService(service: Service, socket: Socket): Promise<void> {
  socket.destroy();
  await service.end('SIGTERM');
}
