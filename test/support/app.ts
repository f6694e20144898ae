import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Client } from 'pg';
import type { ExtraModules } from '../../src/app.module.js';
import { createApp, drain } from '../../src/app.setup.js';
import type { Drain } from '../../src/app.setup.js';
import { FirstStartService } from '../../src/core/first-start/first-start.service.js';
import { readEnv } from '../../src/platform/config/env.js';
import { Dispatcher } from '../../src/platform/queue/dispatcher.js';
import { Outbox } from '../../src/platform/queue/outbox.js';
import { ApiClient } from './api-client.js';
import { createDatabase } from './postgres.js';
import type { TestDatabase } from './postgres.js';

export const ADMIN_TOKEN = 'test-admin-token-0123456789';
export const ADMIN_PASSWORD = 'test-admin-password';

/** The whole program on a database of its own, listening on loopback. */
export interface TestApp {
  readonly url: string;
  readonly app: NestExpressApplication;
  /** The first administrator. */
  readonly admin: ApiClient;
  readonly anonymous: ApiClient;
  as(token: string): ApiClient;
  /** Plain SQL, for facts that the API does not show. */
  sql<R extends object>(text: string, values?: unknown[]): Promise<R[]>;
  /** Waits until no job is due or running. */
  drainJobs(): Promise<void>;
  /** What a process of its own needs to work on the same data. */
  readonly environment: Readonly<Record<string, string>>;
  /** Another process of the same service, as far as the service can tell. */
  secondInstance(): Promise<Pick<TestApp, 'app' | 'url' | 'close'>>;
  close(how?: Drain): Promise<void>;
}

export interface TestAppOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** False leaves jobs in the outbox. */
  readonly jobs?: boolean;
  /** Modules that only this test needs. */
  readonly extraModules?: ExtraModules;
}

export async function startApp({ env = {}, jobs = true, extraModules = [] }: TestAppOptions = {}): Promise<TestApp> {
  const database = await createDatabase('slipway_template');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'slipway-app-'));
  const port = await freePort();
  const settings = readEnv({
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_TOKEN,
    ADMIN_PASSWORD,
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
    REGISTRY_GC_INTERVAL: '0', // collections come when a test asks for them
    ...env,
  });
  const program = new RunningApp(await createApp(settings, database.connection, { extraModules }));
  await program.start(settings.port, jobs);
  const client = new Client(database.connection);
  await client.connect();
  const url = settings.baseUrl;
  return {
    url,
    get app() {
      return program.app;
    },
    admin: new ApiClient(url, ADMIN_TOKEN),
    anonymous: new ApiClient(url),
    as: (token) => new ApiClient(url, token),
    sql: async (text, values) => (await client.query(text, values)).rows,
    drainJobs: () => drainJobs(program.app, client),
    environment: { DATABASE_URL: urlOf(database.connection), DATA_DIR: dataDir },
    secondInstance: async () => {
      const second = new RunningApp(await createApp(settings, database.connection, { extraModules }));
      await second.app.listen(0, '127.0.0.1');
      const secondUrl = await second.app.getUrl();
      return {
        get app() {
          return second.app;
        },
        url: secondUrl,
        close: (how) => second.end(how),
      };
    },
    close: async (how) => {
      await program.end(how);
      await client.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Drops the application once it has ended, since a worker keeps the variables of every spec file that it has run. */
class RunningApp {
  private running: NestExpressApplication | undefined;

  constructor(app: NestExpressApplication) {
    this.running = app;
  }

  get app(): NestExpressApplication {
    if (!this.running) {
      throw new Error('The program has ended.');
    }
    return this.running;
  }

  async start(port: number, jobs: boolean): Promise<void> {
    await this.app.init();
    await this.app.get(FirstStartService).run();
    if (jobs) {
      this.app.get(Dispatcher).start();
    }
    await this.app.listen(port, '127.0.0.1');
  }

  async end(how?: Drain): Promise<void> {
    await drain(this.app, how);
    this.running = undefined;
  }
}

const urlOf = ({ host, port, user, database }: TestDatabase['connection']): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

const DRAIN_WITHIN_MS = 60_000;

async function drainJobs(app: NestExpressApplication, client: Client): Promise<void> {
  const deadline = performance.now() + DRAIN_WITHIN_MS;
  while (performance.now() < deadline) {
    const { waiting, leased } = await app.get(Outbox).stats();
    if (waiting + leased === 0) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const { rows } = await client.query(
    'select name, attempts, run_at, leased_by, last_error from jobs where dead_at is null',
  );
  throw new Error(`Jobs did not come to rest within a minute: ${JSON.stringify(rows)}`);
}

const PORTS_OF_A_WORKER = 3000;
let lastPort = 0;

/**
 * A port that was free a moment ago. Links contain it, so it must be known before the application is created. Each worker
 * takes ports of its own range, below those that the system gives to outgoing connections.
 */
export async function freePort(): Promise<number> {
  const first = 11_000 + (Number(process.env.JEST_WORKER_ID ?? 0) % 7) * PORTS_OF_A_WORKER;
  for (let tries = 0; tries < PORTS_OF_A_WORKER; tries++) {
    lastPort = lastPort === 0 ? randomInt(PORTS_OF_A_WORKER) : (lastPort + 1) % PORTS_OF_A_WORKER;
    if (await isFree(first + lastPort)) {
      return first + lastPort;
    }
  }
  throw new Error('No port is free.');
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () =>
      server.close(() => {
        resolve(true);
      }),
    );
  });
}
