import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Client } from 'pg';
import type { EmbeddedConnection } from '../../../src/platform/database/embedded/server-client.js';
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded/embedded-postgres.js';
import { COUNTER_FAULTS } from '../../support/counter-faults.js';
import { jobsAtRest, lapseLeases } from '../../support/job-rest.js';
import { MixedWriters } from '../../support/mixed-writers.js';
import { aDataDir, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { until } from '../../support/until.js';

jest.setTimeout(300_000);

/** 15 and more when they are wanted; each takes about four seconds. */
const KILLS = Number(process.env.KILLS ?? 4);

const EVERY_SUCCESS = ['records 201', 'commits 201', 'pushes 201', 'images 201', 'triggers 201', 'deletions 202'];
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let service: Service;
beforeAll(async () => {
  dataDir = await aDataDir();
  service = await startService({ DATA_DIR: dataDir.path });
});
afterAll(async () => {
  await service.end('SIGTERM');
  await dataDir.remove();
});

async function connection(): Promise<EmbeddedConnection> {
  return (await startEmbeddedPostgres({ dataDir: dataDir.path })).connection; // finds the one that runs
}

async function untilAtRest(): Promise<void> {
  const database = await connection();
  await lapseLeases(database, { alive: service.process.pid ?? 0 });
  await jobsAtRest(database);
}

async function counterFaults(): Promise<object[]> {
  const client = new Client(await connection());
  await client.connect();
  const { rows } = await client.query<object>(COUNTER_FAULTS);
  await client.end();
  return rows;
}

describe('npm start, killed again and again', () => {
  it('loses and doubles nothing of what records, commits, pushes, images, trigger calls and deletions wrote', async () => {
    const writers = await MixedWriters.prepare(() => [service.url]);
    writers.start();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(400 + ((kill * 367) % 1200));
      await service.end('SIGKILL');
      service = await startService({ DATA_DIR: dataDir.path, PORT: new URL(service.url).port });
    }
    await until(() => EVERY_SUCCESS.every((success) => success in writers.statuses));
    await writers.stop();
    await untilAtRest();
    await writers.settle();
    await untilAtRest();

    expect(await writers.findings()).toEqual([]);
    expect(await counterFaults()).toEqual([]);
    expect(Object.keys(writers.statuses).filter((key) => / 5(?!03)/.test(key))).toEqual([]);
    await writers.close();
  });
});
