import { jest } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BulkItemsRepository } from '../../../src/modules/storage-moves/bulk/bulk-items.repository.js';
import { BulkRunService } from '../../../src/modules/storage-moves/bulk/bulk-run.service.js';
import { MoveChanges } from '../../../src/modules/storage-moves/mover/move-changes.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit, repositoryPath } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ended } from '../../support/operations.js';
import { until } from '../../support/until.js';

let app: TestApp;
let owner: TestUser;
let storages: string;
beforeAll(async () => {
  storages = await mkdtemp(path.join(tmpdir(), 'slipway-storages-'));
  app = await startApp({ env: { STORAGES: `default=${storages}/a,second=${storages}/b` } });
  owner = await aUser(app);
});
afterAll(async () => {
  await app.close();
  await rm(storages, { recursive: true, force: true });
});

const FROM_DEFAULT = { source_storage_name: 'default', destination_storage_name: 'second' };
const bulk = (body: object = FROM_DEFAULT, kind = 'project') =>
  app.admin.post(`${kind}_repository_storage_moves`, body);
const projectsOn = async (storage: string) =>
  ((await app.admin.get(`projects?repository_storage=${storage}`)).body as { id: number }[]).map(({ id }) => id);
const contentOf = async (project: TestProject) =>
  (await owner.api.get(repositoryPath(project, 'files/a.txt/raw?ref=main'))).text;

/** The move of a project, once it has ended. */
async function moveOf(project: TestProject, states = ['finished', 'failed', 'cleanup failed']) {
  for (let tries = 0; tries < 1200; tries += 1) {
    const [move] = (await app.admin.get(`projects/${project.id}/repository_storage_moves`)).body;
    if (states.includes(move?.state)) {
      return move;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The move did not end.');
}

async function written(): Promise<TestProject> {
  const project = await aProject(owner.api);
  await aCommit(owner.api, project, { 'a.txt': `of ${project.id}` });
  return project;
}

describe('POST /project_repository_storage_moves', () => {
  it('moves all projects of the storage, archived ones fail, and tells the totals', async () => {
    const projects = await Promise.all([1, 2, 3, 4, 5].map(() => written()));
    const archived = await written();
    await owner.api.post(`projects/${archived.id}/archive`);
    const answer = await bulk();
    const operation = await ended(app.admin, answer.body.operation.id);

    expect(answer).toMatchObject({
      status: 202,
      body: { message: '202 Accepted', operation: { kind: 'project_repository_storage_moves' } },
    });
    expect(answer.headers.get('location')).toBe(`${app.url}/api/v4/operations/${answer.body.operation.id}`);
    expect(operation).toMatchObject({
      state: 'finished',
      progress: { done: 6, total: 6 },
      result: {
        source_storage_name: 'default',
        destination_storage_name: 'second',
        scheduled: 6,
        finished: 5,
        failed: 1,
        cleanup_failed: 0,
        skipped: 0,
        bytes: expect.any(Number),
        failures: [
          {
            move_id: expect.any(Number),
            container_id: archived.id,
            error_message: 'Archived projects cannot be moved. Unarchive the project first.',
          },
        ],
        skips: [],
      },
    });
    expect(await projectsOn('default')).toEqual([archived.id]);
    expect(await Promise.all(projects.map(contentOf))).toEqual(projects.map(({ id }) => `of ${id}`));
    expect((await moveOf(projects[0]!)).operation_id).toBe(answer.body.operation.id);
    expect(await bulk({ ...FROM_DEFAULT, dry_run: true })).toMatchObject({
      status: 200,
      body: {
        items: [{ id: archived.id, action: 'skip', rule: 'is archived' }],
        totals: { move: 0, skip: 1, bytes: 0 },
      },
    });
  });

  it('has a result when it was canceled before it began', async () => {
    const run = app.app.get(BulkRunService);
    jest.spyOn(run, 'carryOut').mockImplementationOnce(async (payload, job) => {
      await app.admin.post(`operations/${payload.operationId}/cancel`);
      await run.carryOut(payload, job);
    });
    const { body } = await bulk({ source_storage_name: 'second' });
    const results = async () => (await app.admin.get(`operations/${body.operation.id}`)).body;
    const canceled = await until(async () => {
      const operation = await results();
      return operation.result === null ? null : operation;
    });
    jest.restoreAllMocks();

    expect(canceled).toMatchObject({
      state: 'canceled',
      started_at: null,
      result: { source_storage_name: 'second', destination_storage_name: null, scheduled: 0, failures: [], skips: [] },
    });
  });

  it('begins no move while it is paused, and goes on when it is resumed', async () => {
    const project = await written();
    const run = app.app.get(BulkRunService);
    const looks = jest.spyOn(app.app.get(MoveChanges), 'next');
    jest.spyOn(run, 'carryOut').mockImplementationOnce(async (payload, job) => {
      await app.admin.post(`operations/${payload.operationId}/pause`);
      await run.carryOut(payload, job);
    });
    const { id } = (await bulk()).body.operation;
    const act = (action: string) => app.admin.post(`operations/${id}/${action}`);
    await until(async () => Promise.resolve(looks.mock.calls.filter(([ms]) => ms === 1000).length > 1 || null));
    const paused = (await app.admin.get(`operations/${id}`)).body;
    const moves = (await app.admin.get(`projects/${project.id}/repository_storage_moves`)).body;
    const refused = [
      await owner.api.post(`operations/${id}/resume`),
      await app.anonymous.post(`operations/${id}/resume`),
    ];
    const resumed = await act('resume');
    const operation = await ended(app.admin, id);

    expect(paused).toMatchObject({ state: 'running', paused: true, progress: { done: 0 } });
    expect(moves).toEqual([]);
    expect(refused.map(({ status }) => status)).toEqual([404, 401]);
    expect([resumed.status, 'paused' in resumed.body]).toEqual([200, false]);
    expect(operation.state).toBe('finished');
    expect((await moveOf(project)).state).toBe('finished');
    for (const late of [await act('pause'), await act('resume')]) {
      expect(late).toMatchObject({ status: 409, body: { message: '409 Conflict - The operation has ended' } });
    }
  });

  it('is canceled while it is paused; other operations cannot be paused', async () => {
    const project = await written();
    const run = app.app.get(BulkRunService);
    jest.spyOn(run, 'carryOut').mockImplementationOnce(async (payload, job) => {
      await app.admin.post(`operations/${payload.operationId}/pause`);
      await run.carryOut(payload, job);
    });
    const { id } = (await bulk()).body.operation;
    await until(async () => (await app.admin.get(`operations/${id}`)).body.state === 'running' || null);
    await app.admin.post(`operations/${id}/cancel`);
    const operation = await ended(app.admin, id);
    await app.sql(`insert into operations (id, kind, state) values ('not-pausable', 'registry_gc', 'running')`);

    expect(operation).toMatchObject({ state: 'canceled', result: { scheduled: 0 } });
    expect('paused' in operation).toBe(false);
    expect((await app.admin.get(`projects/${project.id}`)).body.repository_storage).toBe('default');
    expect(await app.admin.post('operations/not-pausable/pause')).toMatchObject({
      status: 405,
      body: { error: '405 Not Allowed' },
    });
    await app.sql(`delete from operations where id = 'not-pausable'`);
  });

  /** The run is asked just before the turn of the next container. */
  const askBeforeATurn = (action: string) => {
    const items = app.app.get(BulkItemsRepository, { strict: false });
    const next = items.next.bind(items);
    const asked = { status: 0 };
    jest.spyOn(items, 'next').mockImplementationOnce(async (operationId, limit) => {
      const ids = await next(operationId, limit);
      asked.status = (await app.admin.post(`operations/${operationId}/${action}`)).status;
      return ids;
    });
    return asked;
  };

  it('begins no move after it was canceled, and ends as canceled', async () => {
    const project = await written();
    const asked = askBeforeATurn('cancel');
    const operation = await ended(app.admin, (await bulk()).body.operation.id);

    expect(asked.status).toBe(200);
    expect(operation).toMatchObject({ state: 'canceled', result: { scheduled: 0 } });
    expect((await app.admin.get(`projects/${project.id}/repository_storage_moves`)).body).toEqual([]);
  });

  it('begins no move after it was paused', async () => {
    const project = await written();
    const looks = jest.spyOn(app.app.get(MoveChanges), 'next').mockClear();
    const asked = askBeforeATurn('pause');
    const { id } = (await bulk()).body.operation;
    await until(async () => Promise.resolve(looks.mock.calls.some(([ms]) => ms === 1000) || null));
    const moves = (await app.admin.get(`projects/${project.id}/repository_storage_moves`)).body;
    await app.admin.post(`operations/${id}/resume`);

    expect([asked.status, moves]).toEqual([200, []]);
    expect(await ended(app.admin, id)).toMatchObject({ state: 'finished' });
    expect((await moveOf(project)).state).toBe('finished');
  });

  it('ends as canceled after the process died that was to end it', async () => {
    const project = await written();
    const run = app.app.get(BulkRunService);
    jest.spyOn(run, 'carryOut').mockImplementationOnce(async (payload, job) => {
      await app.sql(`update operations set state = 'running', started_at = now() where id = $1`, [payload.operationId]);
      await app.admin.post(`operations/${payload.operationId}/cancel`);
      await run.carryOut(payload, job);
    });
    const operation = await ended(app.admin, (await bulk()).body.operation.id);

    expect(operation).toMatchObject({ state: 'canceled', result: { scheduled: 0 } });
    expect((await app.admin.get(`projects/${project.id}/repository_storage_moves`)).body).toEqual([]);
  });

  it('skips what is read-only, and ends at once where there is nothing', async () => {
    const project = await written();
    await app.sql(`update repositories set read_only = true where project_id = $1`, [project.id]);
    const skipped = await ended(app.admin, (await bulk()).body.operation.id);
    await app.sql(`update repositories set read_only = false where project_id = $1`, [project.id]);
    const empty = await ended(app.admin, (await bulk(FROM_DEFAULT, 'snippet')).body.operation.id);

    expect(skipped.result).toMatchObject({
      skipped: 1,
      skips: [{ container_id: project.id, reason: 'is read-only' }],
    });
    expect(empty).toMatchObject({ state: 'finished', progress: { done: 0, total: 0 } });
  });

  it.each([
    [{}, '400 (Bad request) "source_storage_name" not given'],
    [{ source_storage_name: null }, '400 (Bad request) "source_storage_name" not given'],
    [{ source_storage_name: '' }, { source_storage_name: ['does not have a valid value'] }],
    [{ source_storage_name: ['default'] }, { source_storage_name: ['does not have a valid value'] }],
    [{ source_storage_name: 'gone' }, { source_storage_name: ['does not have a valid value'] }],
    [
      { source_storage_name: 'x'.repeat(300), destination_storage_name: 'x'.repeat(300) },
      {
        source_storage_name: ['does not have a valid value'],
        destination_storage_name: ['does not have a valid value'],
      },
    ],
    [
      { source_storage_name: 'default', destination_storage_name: 'gone' },
      { destination_storage_name: ['does not have a valid value'] },
    ],
  ])('refuses %j', async (body, message) => {
    expect(await bulk(body)).toMatchObject({ status: 400, body: { message } });
  });
});
