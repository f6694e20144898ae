import type { NestExpressApplication } from '@nestjs/platform-express';
import { Client } from 'pg';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '../../src/app.setup.js';
import type { Rooms } from '../../src/app.setup.js';
import { readEnv } from '../../src/platform/config/env.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { createDatabase } from './postgres.js';

export interface TestApp {
  readonly app: NestExpressApplication;
  /** Origin of the service. */
  readonly url: string;
  /** For what the interface cannot bring about. */
  readonly database: Client;
  /** Another process of the same service, as far as the service can tell. */
  twin(): Promise<TestApp>;
  close(): Promise<void>;
}

/** The program on a free port with a database and a data directory of its own; `rooms` hold routes only tests need. */
export async function startApp(settings: Record<string, string> = {}, rooms: Rooms = []): Promise<TestApp> {
  const made = await createDatabase();
  const { connection } = made;
  await migrate(connection);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'slipway-app-'));
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0', ...settings };
  const boot = async (): Promise<TestApp> => {
    const app = await createApp(readEnv(env), connection, rooms);
    await app.listen(0, '127.0.0.1');
    const database = new Client(connection);
    await database.connect();
    const close = async (): Promise<void> => {
      await database.end();
      await app.close();
    };
    return { app, url: await app.getUrl(), database, close, twin: boot };
  };
  const first = await boot();
  return {
    ...first,
    close: async () => {
      await first.close();
      await made.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
