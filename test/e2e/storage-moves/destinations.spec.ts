import { jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RepositoryLeasesService } from '../../../src/modules/repositories/leases/repository-leases.service.js';
import { RepositoriesService } from '../../../src/modules/repositories/storages/repositories.service.js';
import { BY_SYSTEM } from '../../../src/core/audit/by-system.js';
import { projectKind } from '../../../src/modules/storage-moves/kinds/project.kind.js';
import { MoveSchedulingService } from '../../../src/modules/storage-moves/move-scheduling.service.js';
import { MoveRecoveryService } from '../../../src/modules/storage-moves/mover/move-recovery.service.js';
import { MoveWatch } from '../../../src/modules/storage-moves/mover/move-watch.js';
import type { MoveStep } from '../../../src/modules/storage-moves/mover/move-watch.js';
import { aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit, repositoryPath } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ended } from '../../support/operations.js';
import { until } from '../../support/until.js';

const SMALL_BYTES = 1_000_000;
/** Only root mounts a file system of this size. */
const MOUNTS = process.getuid?.() === 0;
const SAID = 'Not tested: moves to a full storage need root, to mount a small one.\n';

let app: TestApp;
let owner: TestUser;
let storages: string;
let project: TestProject;
let diskPath: string;
const second = (...names: string[]) => path.join(storages, 'second', ...names);
const first = (...names: string[]) => path.join(storages, 'default', ...names);

beforeAll(async () => {
  storages = await mkdtemp(path.join(tmpdir(), 'slipway-storages-'));
  const names = ['default', 'second', 'small'].map((name) => `${name}=${path.join(storages, name)}`);
  await mkdir(path.join(storages, 'small'));
  if (MOUNTS) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_BYTES}`, 'none', path.join(storages, 'small')]);
  }
  app = await startApp({ env: { STORAGES: names.join(',') } });
  owner = await aUser(app);
});
afterAll(async () => {
  await app.close();
  if (MOUNTS) {
    execFileSync('umount', [path.join(storages, 'small')]);
  }
  await rm(storages, { recursive: true, force: true });
});
beforeEach(async () => {
  project = await aProject(owner.api);
  await aCommit(owner.api, project, { 'a.txt': `of ${project.id}` });
  diskPath = `${(await app.admin.get(`projects/${project.id}/storage`)).body.disk_path}.git`;
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Does something when a move has come so far. */
const when = (step: MoveStep, work: () => Promise<unknown>) =>
  jest.spyOn(app.app.get(MoveWatch), 'reached').mockImplementation(async (reached) => {
    await (reached === step ? work() : undefined);
  });

async function move(destination = 'second') {
  const moves = `projects/${project.id}/repository_storage_moves`;
  const { body } = await app.admin.post(moves, { destination_storage_name: destination });
  return until(async () => {
    const answer = await app.admin.get(`${moves}/${body.id}`);
    return answer.body.finished_at === null ? null : answer.body;
  });
}

/** What moves left below a storage, on their way or removed. */
const movesLeft = async (): Promise<string[]> => {
  const folders = [first('+moves'), first('+deleted'), second('+moves'), second('+deleted')];
  return (await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat();
};

/** What is there beside `.storage-id` and the empty folders of moves. */
async function debrisOn(storage: string): Promise<string[]> {
  const entries = await readdir(path.join(storages, storage), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.name !== '.storage-id').map(({ name }) => name);
}

async function expectInService(storage = 'default'): Promise<void> {
  expect((await app.admin.get(`projects/${project.id}`)).body.repository_storage).toBe(storage);
  expect((await owner.api.get(repositoryPath(project, 'files/a.txt/raw?ref=main'))).text).toBe(`of ${project.id}`);
  await aCommit(owner.api, project, { [unique('later')]: 'can be written' });
}

describe('a move to a storage', () => {
  it('that cannot be written fails without debris', async () => {
    await writeFile(second('+moves'), 'in the way');
    const failed = await move();
    await rm(second('+moves'));

    expect(failed).toMatchObject({ state: 'failed', error_message: 'The code repository could not be copied.' });
    expect(await debrisOn('second')).toEqual([]);
    await expectInService();
  });

  it('that has not enough space fails before anything is copied', async () => {
    if (!MOUNTS) {
      process.stderr.write(SAID);
      return;
    }
    await writeFile(first(diskPath, 'objects', 'large'), Buffer.alloc(SMALL_BYTES));
    const failed = await move('small');

    expect(failed).toMatchObject({ state: 'failed', error_message: 'Not enough space on storage small.' });
    expect(await debrisOn('small')).toEqual([]);
    await expectInService();
  });

  it('that becomes full meanwhile fails without debris', async () => {
    if (!MOUNTS) {
      process.stderr.write(SAID);
      return;
    }
    const filling = path.join(storages, 'small', 'filling');
    when('begun', () => writeFile(filling, Buffer.alloc(2 * SMALL_BYTES)).catch(() => undefined));
    const failed = await move('small');
    await rm(filling);

    expect(failed).toMatchObject({ state: 'failed', error_message: 'The code repository could not be copied.' });
    expect(await debrisOn('small')).toEqual([]);
    await expectInService();
  });

  it('whose directory is not there fails, and makes nothing in its stead', async () => {
    await rename(second(), `${second()}.away`);
    const failed = await move();
    const isMade = existsSync(second());
    await rm(second(), { recursive: true, force: true });
    await rename(`${second()}.away`, second());

    expect(failed).toMatchObject({ state: 'failed', error_message: 'The storage second is not available.' });
    expect(isMade).toBe(false);
    await expectInService();
  });

  it('whose directory is another one now fails', async () => {
    await rename(second('.storage-id'), second('.away'));
    const failed = await move();
    await rename(second('.away'), second('.storage-id'));

    expect(failed).toMatchObject({ state: 'failed', error_message: 'The storage second is not available.' });
    await expectInService();
  });
});

describe('a move of a repository', () => {
  const looseObject = async (): Promise<string> => {
    const names = await readdir(first(diskPath, 'objects'), { recursive: true });
    return first(diskPath, 'objects', names.find((name) => /^[0-9a-f]{2}\/[0-9a-f]{38}$/.test(name)) ?? '');
  };
  const VERIFY = { state: 'failed', error_message: 'Failed to verify the code repository checksum.' };

  it('on a storage that is not configured fails, and says so', async () => {
    const lie = (storage: string) =>
      app.sql('update repositories set storage = $1 where project_id = $2', [storage, project.id]);
    await lie('gone');
    const failed = await move();
    await lie('default');

    expect(failed).toMatchObject({ state: 'failed', error_message: 'The storage gone is not available.' });
    await expectInService();
  });

  it('with a broken object fails, and the repository stays in service', async () => {
    const object = await looseObject();
    const content = await readFile(object);
    const broken = Buffer.from(content);
    broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1;
    await writeFile(object, broken);
    const failed = await move();
    await writeFile(object, content);

    expect(failed).toMatchObject(VERIFY);
    expect(await debrisOn('second')).toEqual([]);
    await expectInService();
  });

  it('with something behind an object fails', async () => {
    const object = await looseObject();
    const content = await readFile(object);
    await chmod(object, 0o600);
    await appendFile(object, 'garbage');
    const failed = await move();
    await writeFile(object, content);

    expect(failed).toMatchObject(VERIFY);
    expect(await debrisOn('second')).toEqual([]);
  });

  it('that is itself a link fails', async () => {
    await rename(first(diskPath), path.join(storages, 'elsewhere'));
    await symlink(path.join(storages, 'elsewhere'), first(diskPath));
    const failed = await move();
    await rm(first(diskPath));
    await rename(path.join(storages, 'elsewhere'), first(diskPath));

    expect(failed).toMatchObject({ state: 'failed', error_message: 'The repository contains a link.' });
    await expectInService();
  });

  it('takes along branches that are called as hooks and temporary files are', async () => {
    const names = ['gc.pid', 'hooks', 'in/hooks', 'incoming-1', 'tmp_1'];
    for (const branch of names) {
      await owner.api.post(repositoryPath(project, 'branches'), { branch, ref: 'main' });
    }
    const moved = await move();
    const { body } = await owner.api.get(repositoryPath(project, 'branches'));

    expect(moved).toMatchObject({ state: 'finished' });
    expect(body.map(({ name }: { name: string }) => name).toSorted()).toEqual([...names, 'main'].toSorted());
    await expectInService('second');
  });

  it('takes along the default branch that was chosen meanwhile', async () => {
    await owner.api.post(repositoryPath(project, 'branches'), { branch: 'other', ref: 'main' });
    const chosen: number[] = [];
    when('compared', async () => {
      chosen.push((await owner.api.put(`projects/${project.id}`, { default_branch: 'other' })).status);
    });
    const moved = await move();
    await app.drainJobs();

    expect(chosen).toEqual([200]);
    expect(moved).toMatchObject({ state: 'finished' });
    expect(await readFile(second(diskPath, 'HEAD'), 'utf8')).toBe('ref: refs/heads/other\n');
  });

  it('takes along the default branch that is chosen together with the storage, in one transaction', async () => {
    await owner.api.post(repositoryPath(project, 'branches'), { branch: 'other', ref: 'main' });
    const choice = { default_branch: 'other', repository_storage: 'second' };
    const headers = { 'Idempotency-Key': 'branch and storage' };
    const chosen = await app.admin.put(`projects/${project.id}`, choice, { headers });
    await app.drainJobs();

    expect(chosen).toMatchObject({ status: 200, body: { default_branch: 'other' } });
    expect(await readFile(second(diskPath, 'HEAD'), 'utf8')).toBe('ref: refs/heads/other\n');
  });

  it('is found by who read its row before the move', async () => {
    const repositories = app.app.get(RepositoriesService);
    const leases = app.app.get(RepositoryLeasesService);
    const before = await repositories.getCode(project.id);
    await move();

    expect((await repositories.findDirectory(before))?.path).toBe(second(diskPath));
    expect(await leases.writing(before, ({ storage }) => Promise.resolve(storage))).toBe('second');
  });

  it('is not taken away from who reads it for long', async () => {
    for (const [index] of Array.from({ length: 30 }).entries()) {
      const content = randomBytes(450_000).toString('base64'); // in all, more than waits in sockets
      await aCommit(owner.api, project, { [`${index}`]: content });
    }
    const archive = `${app.url}/api/v4/${repositoryPath(project, 'archive.tar')}`;
    const open = () => fetch(archive, { headers: { 'PRIVATE-TOKEN': owner.token } });
    const whole = await (await open()).arrayBuffer();
    const reader = await open();
    const { body } = await app.admin.post(`projects/${project.id}/repository_storage_moves`, {
      destination_storage_name: 'second',
    });
    const stateOf = async () =>
      (await app.admin.get(`project_repository_storage_moves/${body.id}`)).body.state as string;
    await until(async () => ((await stateOf()) === 'replicated' ? true : null));
    await sleep(1000);
    const during = await stateOf();
    const read = await reader.arrayBuffer();

    expect(during).toBe('replicated');
    expect(Buffer.from(read).equals(Buffer.from(whole))).toBe(true);
    await until(async () => ((await stateOf()) === 'finished' ? true : null));
  });

  it.each<MoveStep>(['begun', 'copied', 'compared', 'placed', 'replicated', 'cleaned'])(
    'ends before its container, deleted while it is %s, is removed from disk, and leaves nothing on any storage',
    async (step) => {
      const { signal, release } = stop();
      const reached = new Promise<void>((resolve) => {
        when(step, async () => {
          resolve();
          await signal;
        });
      });
      const schedule = { destination_storage_name: 'second' };
      await app.admin.post(`projects/${project.id}/repository_storage_moves`, schedule);
      await reached;
      const there = () => [first(diskPath), second(diskPath)].filter((directory) => existsSync(directory));
      const before = there();
      const { body } = await owner.api.delete(`projects/${project.id}`);
      await ended(app.admin, body.operation.id);
      await sleep(1000);
      const meanwhile = there();
      release();
      await until(async () => (there().length === 0 && (await movesLeft()).length === 0 ? true : null));

      expect(meanwhile).toEqual(before);
      expect(there()).toEqual([]);
    },
  );

  it('that stopped while its container waits to be deleted is ended all the same', async () => {
    await app.sql(
      `insert into project_repository_storage_moves (container_id, state, source_storage, destination_storage, started_at)
       values ($1, 'started', 'default', 'second', now())`,
      [project.id],
    );
    await app.sql(`update projects set pending_delete = true where id = $1`, [project.id]);
    await app.app.get(MoveRecoveryService).recover();
    const [move] = await app.sql(`select state from project_repository_storage_moves where container_id = $1`, [
      project.id,
    ]);

    expect(move).toEqual({ state: 'failed' });
  });

  it('is not scheduled for a container that waits to be deleted', async () => {
    await app.sql(`update projects set pending_delete = true where id = $1`, [project.id]);
    const order = { containerId: project.id, destination: 'second', operationId: null };

    expect(await app.app.get(MoveSchedulingService).tryToSchedule(projectKind, order, BY_SYSTEM)).toBe('is gone');
    await expect(app.app.get(MoveSchedulingService).schedule(projectKind, order, BY_SYSTEM)).rejects.toMatchObject({
      status: 404,
    });
  });

  it('that lacks an object fails', async () => {
    const object = await looseObject();
    await rename(object, `${object}.away`);
    const failed = await move();
    await rename(`${object}.away`, object);

    expect(failed).toMatchObject(VERIFY);
    await expectInService();
  });

  it('that borrows objects, over two repositories, makes it self-contained', async () => {
    const [lender, remote] = [path.join(storages, 'lender'), path.join(storages, 'remote')];
    const object = await looseObject();
    const folder = path.basename(path.dirname(object));
    await mkdir(path.join(remote, folder), { recursive: true });
    await mkdir(path.join(lender, 'info'), { recursive: true });
    await rename(object, path.join(remote, folder, path.basename(object)));
    await writeFile(path.join(lender, 'info', 'alternates'), `${remote}\n`);
    await writeFile(first(diskPath, 'objects', 'info', 'alternates'), `${lender}\n`);

    expect(await move()).toMatchObject({ state: 'finished' });
    expect(existsSync(second(diskPath, 'objects', 'info', 'alternates'))).toBe(false);
    expect(existsSync(second(diskPath, 'objects', folder, path.basename(object)))).toBe(true);
    await expectInService('second');
  });

  it('whose worker was stopped for too long changes nothing any more: who took it over ended it', async () => {
    const { signal, release } = stop();
    const takenOver = `select 1 from project_repository_storage_moves where container_id = $1 and state = 'failed' and finished_at > $2`;
    const begun = new Date();
    when('compared', async () => {
      await until(async () => {
        await app.sql(`update repository_leases set expires_at = now() - interval '1 minute' where kind = 'move'`);
        await app.app.get(MoveRecoveryService).recover(); // finds nothing if the lease was renewed in between
        return (await app.sql(takenOver, [project.id, begun])).length > 0;
      });
      await signal;
    });
    const taken = await move();
    release();
    await app.drainJobs();

    expect(taken).toMatchObject({ state: 'failed', error_message: 'The worker stopped. Schedule the move again.' });
    expect(existsSync(second(diskPath))).toBe(false);
    expect(await readdir(second('+moves'))).toEqual([]);
    await expectInService();
    jest.restoreAllMocks();
    expect(await move()).toMatchObject({ state: 'finished' });
    await expectInService('second');
  });
});

describe('POST /repository_storages/:name/clean', () => {
  const leftovers = async () =>
    ((await app.admin.get('repository_storages')).body as { name: string; leftovers: number }[]).find(
      ({ name }) => name === 'default',
    )?.leftovers;
  const clean = async (name: string) => {
    const answer = await app.admin.post(`repository_storages/${name}/clean`);
    return { answer, operation: await ended(app.admin, answer.body.operation.id) };
  };

  it('removes old copies that moves had to leave', async () => {
    await rm(first('+deleted'), { recursive: true, force: true });
    await writeFile(first('+deleted'), 'in the way');
    const left = await move();
    const before = await leftovers();
    const failed = await clean('default');
    await rm(first('+deleted'));
    const cleaned = await clean('default');

    expect(left).toMatchObject({
      state: 'cleanup failed',
      error_message: 'The old copy on storage default could not be removed.',
    });
    expect(before).toBe(1);
    expect(failed.operation).toMatchObject({
      state: 'finished',
      result: { storage_name: 'default', removed: 0, failed: 1, failures: [{ kind: 'project', move_id: left.id }] },
    });
    expect(cleaned.answer.status).toBe(202);
    expect(cleaned.operation).toMatchObject({ state: 'finished', result: { removed: 1, failed: 0, failures: [] } });
    expect(cleaned.operation.progress).toEqual({ done: 1, total: 1 });
    expect(existsSync(first(diskPath))).toBe(false);
    expect(await leftovers()).toBe(0);
    await expectInService('second');
  });

  it('does not touch a container that is back', async () => {
    await app.sql(
      `insert into project_repository_storage_moves
         (container_id, state, source_storage, destination_storage, started_at, finished_at, has_leftover)
       values ($1, 'cleanup failed', 'default', 'second', now(), now(), true)`,
      [project.id],
    );

    expect((await clean('default')).operation.result).toMatchObject({ removed: 1 });
    await expectInService();
  });

  it('is 404 for a storage that is not configured, and 403 for everybody else', async () => {
    expect(await app.admin.post('repository_storages/gone/clean')).toMatchObject({
      status: 404,
      body: { message: '404 Storage Not Found' },
    });
    expect((await owner.api.post('repository_storages/default/clean')).status).toBe(403);
  });
});

/** A promise that is kept when it is released. */
function stop() {
  let release: () => void = () => undefined;
  const signal = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { signal, release: () => release() };
}
