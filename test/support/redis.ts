import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { Redis } from 'ioredis';
import { freePort } from './app.js';

/** A real redis-server on a free port; the Debian package `redis-server` must be installed. */
export class RedisServer {
  private constructor(
    readonly port: number,
    private server: ChildProcess,
  ) {}

  static async start(): Promise<RedisServer> {
    const port = await freePort();
    const redis = new RedisServer(port, launch(port));
    await redis.untilUp();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Forgets everything, as an operator's mistake would. */
  async flush(): Promise<void> {
    const client = new Redis(this.url);
    await client.flushall();
    client.disconnect();
  }

  /** Refuses writes from now on, as without memory, or takes them again. */
  async refuseWrites(refused: boolean): Promise<void> {
    const client = new Redis(this.url);
    await client.config('SET', 'maxmemory', refused ? '1' : '0');
    client.disconnect();
  }

  /** Kills the server and starts an empty one. */
  async restart(): Promise<void> {
    await this.stop();
    this.server = launch(this.port);
    await this.untilUp();
  }

  /** May be called again. */
  async stop(): Promise<void> {
    if (this.server.exitCode !== null || this.server.signalCode !== null) {
      return;
    }
    const ended = new Promise((resolve) => this.server.once('exit', resolve));
    this.server.kill('SIGKILL');
    await ended;
  }

  private async untilUp(): Promise<void> {
    for (let round = 0; round < 200; round++) {
      if (this.server.exitCode !== null || this.server.pid === undefined) {
        break;
      }
      const client = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null });
      client.on('error', () => undefined);
      const up = await client.connect().then(
        () => true,
        () => false,
      );
      client.disconnect();
      if (up) {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error('redis-server did not start: is the Debian package redis-server installed?');
  }
}

function launch(port: number): ChildProcess {
  const server = spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], {
    stdio: 'ignore',
  });
  server.on('error', () => undefined); // reported by untilUp
  return server;
}
