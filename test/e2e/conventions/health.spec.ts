import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Env } from '../../../src/platform/config/env.js';
import { DatabaseCheck } from '../../../src/core/health/checks/database.check.js';
import { Database } from '../../../src/platform/database/database.js';
import { aProject } from '../../builders/records.js';
import { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aPerson } from '../../support/people.js';
import { until } from '../../support/until.js';
import { ask } from './ask.js';
import { createProbes, ProbeModule } from './probe-module.js';

let service: TestApp;

beforeAll(async () => {
  service = await startApp({ extraModules: [ProbeModule] });
  await createProbes(service);
});
afterAll(() => service.close());
afterEach(() => {
  jest.restoreAllMocks();
});

describe('GET /-/health', () => {
  it('answers 200 as soon as the process serves, outside the prefix of the API only', async () => {
    expect(await service.anonymous.get('/-/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect((await service.anonymous.get('/api/v4/-/health')).body).toEqual({ error: '404 Not Found' });
  });
});

describe('GET /-/readiness', () => {
  it('answers 200 when every check is fine', async () => {
    const { status, body, headers } = await service.anonymous.get('/-/readiness');

    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ok', checks: { database: 'ok', queue: 'ok', storages: 'ok' } });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('answers 503 and names a storage that is gone', async () => {
    const directory = service.app.get(Env).storages.get('default')!;
    await rename(directory, `${directory}-away`);

    const { status, body } = await service.anonymous.get('/-/readiness');
    await rename(`${directory}-away`, directory);

    expect(status).toBe(503);
    expect(body).toMatchObject({ status: 'failed', checks: { database: 'ok', storages: 'not writable: default' } });
  });

  it('answers 503 for a storage that was empty at the start although rows name repositories there', async () => {
    const app = await startApp();
    const project = await aProject(app.admin, { initialize_with_readme: true });
    await app.drainJobs();
    const directory = app.app.get(Env).storages.get('default')!;
    await rename(directory, `${directory}-away`);
    const started = await app.secondInstance();
    const client = new ApiClient(started.url, app.admin.token);

    const { status, body } = await client.get('/-/readiness');
    const read = await client.get(`projects/${project.id}/repository/tree`);
    const written = await client.post('projects', { path: 'on-nothing', initialize_with_readme: true });
    await started.close();
    await app.close();

    expect(status).toBe(503);
    expect(body).toMatchObject({ status: 'failed', checks: { storages: 'without their repositories: default' } });
    expect([read.status, written.status]).toEqual([503, 503]);
  });

  it('answers 503 for a database that is away or slow, and tells nothing about it', async () => {
    const check = service.app.get(DatabaseCheck);
    const probe = jest.spyOn(check, 'probe');

    probe.mockRejectedValueOnce(new Error('connect ECONNREFUSED 10.0.0.1:5432'));
    const away = await service.anonymous.get('/-/readiness');
    probe.mockReturnValueOnce(new Promise(() => undefined));
    const slow = await service.anonymous.get('/-/readiness');

    expect([away.status, slow.status]).toEqual([503, 503]);
    expect(away.body.checks.database).toBe('failed');
    expect(slow.body.checks.database).toBe('no answer within 2 s');
  });

  it('answers 503 for a database that has connections left for one kind of statements only', async () => {
    const crowded = Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
    jest.spyOn(service.app.get(Database), 'lookup').mockRejectedValue(crowded);

    const { status, body } = await service.anonymous.get('/-/readiness');

    expect({ status, body }).toMatchObject({ status: 503, body: { checks: { database: 'failed' } } });
  });
});

describe('a database that takes no changes', () => {
  it('makes readiness and every change 503, and nothing that is read', async () => {
    const app = await startApp();
    const change = () => app.admin.post('projects', { name: 'kept' });
    const reconnected = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    const [database] = await app.sql<{ readonly name: string }>('select current_database() as name');
    const name = database!.name;
    await app.sql(`alter database "${name}" set default_transaction_read_only = on`);
    await app.sql(reconnected).catch(() => undefined);
    await until(async () => (await app.anonymous.get('/-/readiness')).body.checks.database === 'read-only');

    const refused = await change();
    const read = await app.admin.get('projects');
    await app.sql(`begin read write; alter database "${name}" reset default_transaction_read_only; commit`);
    await app.sql(reconnected).catch(() => undefined);
    await until(async () => (await change()).status === 201);
    await app.close();

    expect(refused).toMatchObject({
      status: 503,
      body: { message: '503 Service Unavailable' },
    });
    expect(read.status).toBe(200);
  });
});

describe('GET /-/metrics', () => {
  const fromAfar = { headers: { 'X-Forwarded-For': '203.0.113.7' } };

  it('answers metrics to requests from this machine', async () => {
    const { status, headers, text } = await service.anonymous.get('/-/metrics');

    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/plain');
    expect(text).toContain('# TYPE slipway_http_request_duration_seconds histogram');
  });

  it('answers metrics to a token of an administrator, and 404 to all others', async () => {
    const person = await aPerson(service);
    const narrow = await aPerson(service, { isAdmin: true, scopes: ['read_registry'] });

    expect((await service.admin.get('/-/metrics', fromAfar)).status).toBe(200);
    for (const client of [
      service.anonymous,
      service.as(person.token),
      service.as(narrow.token),
      service.as('slpat_x'),
    ]) {
      expect(await client.get('/-/metrics', fromAfar)).toMatchObject({ status: 404, body: { error: '404 Not Found' } });
    }
  });
});

describe('a service that is stopped by a signal', () => {
  /** Enough for three requests on a busy machine. */
  const DELAY_MS = 3000;

  it('answers 503 on readiness, serves for the delay, and finishes requests under way', async () => {
    const stopping = await startApp({ extraModules: [ProbeModule] });
    await createProbes(stopping);
    const { token } = await aPerson(stopping);
    await stopping.sql('begin');
    await stopping.sql('lock table probes in exclusive mode');
    const slow = ask(stopping.url, 'POST', '/probes', { token, json: { body: 'x' } });
    await until(async () => (await stopping.sql('select 1 from pg_locks where not granted')).length > 0);

    const stopped = stopping.close({ delayMs: DELAY_MS });
    const delay = sleep(DELAY_MS);
    const ready = await stopping.anonymous.get('/-/readiness');
    const alive = await stopping.anonymous.get('/-/health');
    const late = await ask(stopping.url, 'GET', '/user', { token });
    await delay;
    await stopping.sql('commit');
    const { status } = await slow;
    await stopped;

    expect(ready).toMatchObject({ status: 503, body: { status: 'stopping' } });
    expect(alive.status).toBe(200);
    expect(late.status).toBe(200);
    expect(late.headers.get('connection')).toBe('close');
    expect(status).toBe(201);
    await expect(ask(stopping.url, 'GET', '/user')).rejects.toThrow('fetch failed');
  });

  it('does not wait for running requests after a second stop signal', async () => {
    const stopping = await startApp({ extraModules: [ProbeModule] });
    await createProbes(stopping);
    const { token } = await aPerson(stopping);
    const slow = ask(stopping.url, 'POST', '/probes', { token, json: { body: 'x', wait: 20_000 } });
    const outcome = slow.then(
      () => 'answered',
      () => 'cut',
    );
    await sleep(200);

    const begun = performance.now();
    await stopping.close({ force: AbortSignal.timeout(300) });

    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(await outcome).toBe('cut');
  });
});
