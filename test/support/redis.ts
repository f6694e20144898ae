import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { freePort } from './app.js';

/** A real redis-server on a free port; the Debian package `redis-server` must be installed. */
export class RedisServer {
  private constructor(
    readonly port: number,
    private server: ChildProcess,
    private readonly pem?: string,
  ) {}

  /** `pem` is a file with a key and a certificate: nothing but TLS is spoken then. */
  static async start(pem?: string): Promise<RedisServer> {
    const port = await freePort();
    const redis = new RedisServer(port, launch(port, pem), pem);
    await redis.untilUp();
    return redis;
  }

  get url(): string {
    return `${this.pem === undefined ? 'redis' : 'rediss'}://127.0.0.1:${this.port}`;
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

  /** Takes connections, and answers nothing from now on. */
  freeze(): void {
    this.server.kill('SIGSTOP');
  }

  /** Kills the server and starts an empty one. */
  async restart(): Promise<void> {
    await this.stop();
    this.server = launch(this.port, this.pem);
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
      const tls = this.pem === undefined ? {} : { tls: { ca: readFileSync(this.pem) } };
      const client = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null, ...tls });
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

function launch(port: number, pem?: string): ChildProcess {
  const secured = ['--tls-port', String(port), '--tls-auth-clients', 'no'];
  const files = ['--tls-cert-file', '--tls-key-file', '--tls-ca-cert-file'].flatMap((name) => [name, pem ?? '']);
  const listening = pem === undefined ? ['--port', String(port)] : ['--port', '0', ...secured, ...files];
  const server = spawn('redis-server', [...listening, '--save', '', '--bind', '127.0.0.1'], { stdio: 'ignore' });
  server.on('error', () => undefined); // reported by untilUp
  return server;
}
