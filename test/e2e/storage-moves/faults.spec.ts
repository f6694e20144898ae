import { jest } from '@jest/globals';
import { appendFile, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MoveRecoveryService } from '../../../src/modules/storage-moves/mover/move-recovery.service.js';
import { MoveWatch } from '../../../src/modules/storage-moves/mover/move-watch.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit, repositoryPath } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
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

const storageOf = async ({ id }: TestProject) =>
  (await app.admin.get(`projects/${id}`)).body.repository_storage as string;
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

/** As if somebody pushed to them. */
const holdWrites = (projects: readonly TestProject[]) =>
  app.sql(
    `insert into repository_leases (repository_id, kind, owner, expires_at)
     select id, 'write', 'somebody', now() + interval '1 hour' from repositories where project_id = any($1)`,
    [projects.map(({ id }) => id)],
  );
const releaseWrites = () => app.sql(`delete from repository_leases where owner = 'somebody'`);

describe('moves that go wrong', () => {
  const schedule = (project: TestProject) =>
    app.admin.post(`projects/${project.id}/repository_storage_moves`, { destination_storage_name: 'second' });

  it('fail when the copy differs from its source, which stays in service', async () => {
    const project = await written();
    const watch = jest.spyOn(app.app.get(MoveWatch), 'reached').mockImplementation(async (step, directory) => {
      await (step === 'copied' ? appendFile(path.join(directory, 'HEAD'), ' ') : undefined);
    });
    await schedule(project);
    const move = await moveOf(project);
    watch.mockRestore();

    expect(move).toMatchObject({
      state: 'failed',
      error_message: 'Failed to verify the code repository checksum.',
    });
    expect(await storageOf(project)).toBe('default');
    expect(await contentOf(project)).toBe(`of ${project.id}`);
    expect((await readdir(path.join(storages, 'b'))).filter((name) => !name.startsWith('.'))).toEqual(['+moves']);
  });

  it('fail when the source holds a link', async () => {
    const project = await written();
    const { disk_path: diskPath } = (await app.admin.get(`projects/${project.id}/storage`)).body;
    await symlink('/etc/passwd', path.join(storages, 'a', `${diskPath}.git`, 'objects', 'info', 'packs'));
    await schedule(project);

    expect(await moveOf(project)).toMatchObject({ state: 'failed', error_message: 'The repository contains a link.' });
  });

  it('fail when their worker stopped before the switch, and go on when it stopped after it', async () => {
    const [before, after] = [await written(), await written()];
    for (const [project, state] of [
      [before, 'started'],
      [after, 'replicated'],
    ] as const) {
      await app.sql(
        `insert into project_repository_storage_moves (container_id, state, source_storage, destination_storage, started_at)
         values ($1, $2, 'default', 'default', now())`,
        [project.id, state],
      );
      await app.sql(`update repositories set read_only = true where project_id = $1`, [project.id]);
    }
    await app.app.get(MoveRecoveryService).recover();

    expect(await moveOf(before)).toMatchObject({
      state: 'failed',
      error_message: 'The worker stopped. Schedule the move again.',
    });
    expect(await moveOf(after)).toMatchObject({ state: 'finished' });
    for (const project of [before, after]) {
      await aCommit(owner.api, project, { 'b.txt': 'more' });
    }
  });

  it('hold up nobody while they wait for writes, however many they are', async () => {
    const stuck = await Promise.all(Array.from({ length: 20 }, () => aProject(owner.api)));
    const project = await written();
    await holdWrites(stuck);
    await Promise.all(stuck.map(schedule));
    await Promise.all(stuck.map((each) => moveOf(each, ['started'])));
    await schedule(project);

    expect(await moveOf(project)).toMatchObject({ state: 'finished' });
    const [waiting] = await app.sql<{ count: number }>(
      `select count(*)::int from project_repository_storage_moves where state = 'started'`,
    );
    expect(waiting).toEqual({ count: 20 });
    await releaseWrites();
    await Promise.all(stuck.map((each) => moveOf(each, ['finished'])));
  });

  it('are canceled while they wait for the copies of others', async () => {
    const [first, second, third] = await Promise.all([written(), written(), written()]);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const copies: string[] = [];
    const watch = jest.spyOn(app.app.get(MoveWatch), 'reached').mockImplementation(async (step) => {
      if (step === 'begun') {
        copies.push(step);
        await released;
      }
    });
    await Promise.all([schedule(first), schedule(second)]);
    await until(() => copies.length === 2);
    const { id } = (await schedule(third)).body;
    await moveOf(third, ['started']);

    await app.admin.post(`project_repository_storage_moves/${id}/cancel`);

    expect(await moveOf(third)).toMatchObject({ state: 'failed', error_message: 'Canceled.' });
    expect(copies).toHaveLength(2);
    release();
    expect(await moveOf(first)).toMatchObject({ state: 'finished' });
    expect(await moveOf(second)).toMatchObject({ state: 'finished' });
    watch.mockRestore();
    expect(await storageOf(third)).toBe('default');
  });

  it('are canceled while they wait, and retried when they failed', async () => {
    const project = await written();
    await holdWrites([project]);
    const { id } = (await schedule(project)).body;
    const early = await app.admin.post(`project_repository_storage_moves/${id}/retry`);
    const answer = await app.admin.post(`project_repository_storage_moves/${id}/cancel`);
    const move = await moveOf(project);
    await releaseWrites();
    const retried = await app.admin.post(`project_repository_storage_moves/${id}/retry`);

    expect(early).toMatchObject({ status: 409, body: { message: '409 Conflict - Only a failed move can be retried' } });
    expect(answer.status).toBe(200);
    expect(move).toMatchObject({ state: 'failed', error_message: 'Canceled.' });
    expect(retried).toMatchObject({ status: 201, body: { destination_storage_name: 'second' } });
    expect((await moveOf(project, ['finished'])).id).toBe(retried.body.id);
    expect(await app.admin.post(`project_repository_storage_moves/${retried.body.id}/cancel`)).toMatchObject({
      status: 409,
      body: { message: '409 Conflict - The move can no longer be canceled' },
    });
  });
});

describe('PUT /projects/:id with repository_storage', () => {
  it('schedules a move for administrators and says nothing to others', async () => {
    const project = await written();
    const put = (api = app.admin, storage = 'second') =>
      api.put(`projects/${project.id}`, { repository_storage: storage });
    const byOwner = await put(owner.api);
    const unknown = await Promise.all(['gone', 'x'.repeat(300)].map((storage) => put(app.admin, storage)));
    const answer = await put();

    expect(byOwner.status).toBe(200);
    expect(byOwner.body).not.toHaveProperty('repository_storage');
    const refused = { status: 400, body: { message: { repository_storage: ['is not included in the list'] } } };
    expect(unknown).toMatchObject([refused, refused]);
    expect(answer).toMatchObject({ status: 200, body: { repository_storage: 'default' } });
    expect(await moveOf(project)).toMatchObject({ state: 'finished', destination_storage_name: 'second' });
    expect(await storageOf(project)).toBe('second');
  });

  it('is 400 while a move is under way', async () => {
    const project = await written();
    await app.sql(`update repositories set read_only = true where project_id = $1`, [project.id]);

    expect(await app.admin.put(`projects/${project.id}`, { repository_storage: 'second' })).toMatchObject({
      status: 400,
      body: { message: { repository_storage: ['is read-only'] } },
    });
  });
});

describe('GET /repository_storages', () => {
  it('tells what lies where, to administrators', async () => {
    const project = await written();

    expect((await owner.api.get('repository_storages')).status).toBe(403);
    expect((await app.admin.get('repository_storages')).body).toMatchObject([
      { name: 'default', weight: 100, healthy: true, projects: expect.any(Number), snippets: 0, leftovers: 0 },
      { name: 'second', weight: 0, healthy: true },
    ]);
    expect((await app.admin.get(`projects/${project.id}/storage`)).body).toEqual({
      project_id: project.id,
      disk_path: expect.stringMatching(/^@hashed\/..\/..\/[0-9a-f]{64}$/),
      created_at: expect.stringMatching(/Z$/),
      repository_storage: 'default',
    });
    expect((await owner.api.get(`projects/${project.id}/storage`)).status).toBe(403);
  });
});
