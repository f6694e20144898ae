import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { KeepRefsService } from '../../../src/modules/repositories/refs/keep-refs.service.js';
import { JobPostponed } from '../../../src/platform/queue/job.js';
import { aGroup, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit, repositoryPath } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient, remoteOf } from '../../support/git.js';
import { until } from '../../support/until.js';

let app: TestApp;
let owner: TestUser;
let storages: string;
let project: TestProject;
beforeAll(async () => {
  storages = await mkdtemp(path.join(tmpdir(), 'slipway-storages-'));
  app = await startApp({
    env: { STORAGES: `default=${storages}/a,second=${storages}/b`, STORAGE_MOVE_PUSH_WAIT: '1' },
  });
  owner = await aUser(app);
});
afterAll(async () => {
  await app.close();
  await rm(storages, { recursive: true, force: true });
});
beforeEach(async () => {
  project = await aProject(owner.api);
});

const movesOf = (id = project.id) => `projects/${id}/repository_storage_moves`;
const schedule = (body: object = { destination_storage_name: 'second' }) => app.admin.post(movesOf(), body);
const storageOf = async (id = project.id) => (await app.admin.get(`projects/${id}`)).body.repository_storage as string;
const fileOf = async () => (await owner.api.get(repositoryPath(project, 'files/a.txt/raw?ref=main'))).text;

async function ended(path: string, id: number) {
  for (let tries = 0; tries < 1200; tries += 1) {
    const { body } = await app.admin.get(`${path}/${id}`);
    if (body.finished_at !== null) {
      return body;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The move did not end.');
}

describe('POST /projects/:id/repository_storage_moves', () => {
  it('answers the scheduled move and carries it out: the files are there, on the other storage alone', async () => {
    await aCommit(owner.api, project, { 'a.txt': 'content' });
    const scheduled = await schedule();
    const move = await ended(movesOf(), scheduled.body.id);
    const { disk_path: diskPath } = (await app.admin.get(`projects/${project.id}/storage`)).body;

    expect(scheduled).toMatchObject({
      status: 201,
      body: {
        id: expect.any(Number),
        state: 'scheduled',
        source_storage_name: 'default',
        destination_storage_name: 'second',
        error_message: null,
        started_at: null,
        finished_at: null,
        progress: null,
        operation_id: null,
        project: {
          id: project.id,
          description: null,
          name: project.name,
          path: project.path_with_namespace.split('/').at(-1),
          path_with_namespace: project.path_with_namespace,
          name_with_namespace: expect.stringContaining(' / '),
          created_at: expect.stringMatching(/Z$/),
        },
      },
    });
    expect(scheduled.body).not.toHaveProperty('snippet');
    expect(move).toMatchObject({
      state: 'finished',
      error_message: null,
      progress: { done: expect.any(Number), total: expect.any(Number) },
    });
    expect(move.progress.done).toBe(move.progress.total);
    expect(move.progress.done).toBeGreaterThan(0);
    expect(await storageOf()).toBe('second');
    expect(await fileOf()).toBe('content');
    expect(existsSync(path.join(storages, 'a', `${diskPath}.git`))).toBe(false);
    expect(existsSync(path.join(storages, 'b', `${diskPath}.git`, 'HEAD'))).toBe(true);
    expect(await readdir(path.join(storages, 'b', '+moves'))).toEqual([]);
    await aCommit(owner.api, project, { 'b.txt': 'more' });
  });

  it('answers it as it was scheduled, however soon it begins', async () => {
    const moves = 'project_repository_storage_moves';
    await app.sql(`create function begin_at_commit() returns trigger language plpgsql as $$ begin
      update ${moves} set state = 'started', started_at = now() where id = new.id; return null; end $$`);
    await app.sql(`create constraint trigger begins after insert on ${moves} deferrable initially deferred
      for each row execute function begin_at_commit()`);
    const scheduled = await schedule();
    await app.sql('drop function begin_at_commit cascade');

    expect(scheduled).toMatchObject({ status: 201, body: { state: 'scheduled', started_at: null } });
    expect((await app.admin.get(`${movesOf()}/${scheduled.body.id}`)).body.state).toBe('started');
  });

  it('keeps what the copy was compared by: SHA-256 of its refs with HEAD, and of its objects', async () => {
    await aCommit(owner.api, project, { 'a.txt': 'content' });
    const move = await ended(movesOf(), (await schedule()).body.id);
    const { disk_path: diskPath } = (await app.admin.get(`projects/${project.id}/storage`)).body;
    const directory = path.join(storages, 'b', `${diskPath}.git`);
    const git = (...args: string[]) => execFileSync('git', [`--git-dir=${directory}`, ...args]);
    const digest = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest('hex');

    const [row] = await app.sql('select checksums from project_repository_storage_moves where id = $1', [move.id]);

    expect(row).toEqual({
      checksums: {
        code: {
          refs: digest(git('for-each-ref', '--format=%(objectname) %(refname)'), await readFile(`${directory}/HEAD`)),
          objects: digest(
            git('cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype) %(objectsize)'),
          ),
        },
      },
    });
  });

  it('moves a project that was never written to, and one that is there already', async () => {
    const empty = await ended(movesOf(), (await schedule()).body.id);
    const again = await ended(movesOf(), (await schedule()).body.id);

    expect(empty).toMatchObject({ state: 'finished', progress: { done: 0, total: 0 } });
    expect(again).toMatchObject({ state: 'finished', source_storage_name: 'second' });
    expect(await storageOf()).toBe('second');
  });

  it('fails for an archived project, which stays where it is and can be written later', async () => {
    await aCommit(owner.api, project, { 'a.txt': 'content' });
    await owner.api.post(`projects/${project.id}/archive`);
    const move = await ended(movesOf(), (await schedule()).body.id);
    await owner.api.post(`projects/${project.id}/unarchive`);

    expect(move).toMatchObject({
      state: 'failed',
      error_message: 'Archived projects cannot be moved. Unarchive the project first.',
    });
    expect(await storageOf()).toBe('default');
    await aCommit(owner.api, project, { 'b.txt': 'more' });
  });

  it("puts the service's own writes off until it has ended, however long that takes", async () => {
    const commit = await aCommit(owner.api, project, { a: 'a' });
    const keepRefs = app.app.get(KeepRefsService);
    const [{ id } = { id: 0 }] = await app.sql<{ id: number }>(
      `update repositories set read_only = true where project_id = $1 and type = 'code' returning id::int`,
      [project.id],
    );
    const keep = () => keepRefs.keep(id, 'pipelines', 1, commit);

    await expect(keep()).rejects.toThrow(JobPostponed);
    await app.sql(`update repositories set read_only = false where id = $1`, [id]);
    await expect(keep()).resolves.toBeUndefined();
  });

  it('lets one of parallel calls schedule a move; the others are told that it is read-only', async () => {
    await app.sql(`update repositories set read_only = true where project_id = $1`, [project.id]);
    const readOnly = await schedule();
    const refused = await owner.api.post(repositoryPath(project, 'commits'), {
      branch: 'main',
      commit_message: 'x',
      actions: [{ action: 'create', file_path: 'a', content: 'a' }],
    });
    await app.sql(`update repositories set read_only = false where project_id = $1`, [project.id]);
    const answers = await Promise.all([1, 2, 3].map(() => schedule()));

    expect(readOnly).toMatchObject({ status: 400, body: { message: { project: ['is read-only'] } } });
    expect(refused).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The repository is temporarily read-only. Please try again later.' },
    });
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, body]).toEqual([400, { message: { project: ['is read-only'] } }]);
    }
  });

  it('waits for writes under way, and fails when they do not end', async () => {
    await app.sql(
      `insert into repository_leases (repository_id, kind, owner, expires_at)
       select id, 'write', 'somebody', now() + interval '1 hour' from repositories where project_id = $1`,
      [project.id],
    );
    const move = await ended(movesOf(), (await schedule()).body.id);
    await app.sql(`delete from repository_leases where owner = 'somebody'`);

    expect(move).toMatchObject({ state: 'failed', error_message: 'Timeout waiting for repository pushes.' });
  });

  it.each([
    [{ destination_storage_name: 'nowhere' }, 'is not included in the list'],
    [{ destination_storage_name: '' }, 'is not included in the list'],
    [{ destination_storage_name: 'x'.repeat(300) }, 'is not included in the list'],
    [{ destination_storage_name: ['second'] }, 'is invalid'],
    [{ destination_storage_name: { name: 'second' } }, 'is invalid'],
  ])('refuses %j', async (body, text) => {
    expect(await schedule(body)).toMatchObject({
      status: 400,
      body: { message: { destination_storage_name: [text] } },
    });
  });

  it('picks a destination by weight, and takes an empty body', async () => {
    await app.admin.put('application/settings', { repository_storages_weighted: { second: 100 } });
    const picked = await app.admin.post(movesOf());
    await app.admin.put('application/settings', { repository_storages_weighted: { default: 100 } });

    expect(picked).toMatchObject({ status: 201, body: { destination_storage_name: 'second' } });
  });

  it('with dry_run tells what would happen', async () => {
    expect(await schedule({ destination_storage_name: 'second', dry_run: true })).toMatchObject({
      status: 200,
      body: {
        dry_run: true,
        items: [
          {
            id: project.id,
            action: 'move',
            rule: 'is on the source storage',
            source_storage_name: 'default',
            destination_storage_name: 'second',
          },
        ],
        totals: { move: 1, skip: 0 },
        storages: [{ name: 'second', sufficient: true }],
      },
    });
    expect((await app.admin.get(movesOf())).body).toEqual([]);
  });
});

describe('the rights to storage moves', () => {
  it.each([
    ['GET', 'project_repository_storage_moves'],
    ['GET', 'snippet_repository_storage_moves/1'],
    ['POST', 'group_repository_storage_moves'],
    ['GET', 'projects/999999/repository_storage_moves'],
    ['POST', 'snippets/999999/repository_storage_moves'],
  ])('%s %s is 401 for anonymous callers and 403 for others than administrators', async (verb, route) => {
    expect(await app.anonymous.send(verb, route)).toMatchObject({
      status: 401,
      body: { message: '401 Unauthorized' },
    });
    expect(await owner.api.send(verb, route)).toMatchObject({ status: 403, body: { message: '403 Forbidden' } });
  });

  it('names what is missing', async () => {
    const answers = await Promise.all(
      [
        'projects/999999',
        'snippets/999999',
        'snippets/-1',
        'groups/no-such-group',
        'projects/99999999999999999999999',
      ].map((container) => app.admin.get(`${container}/repository_storage_moves`)),
    );
    const other = await schedule();
    const elsewhere = await aProject(owner.api);

    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [404, '404 Project Not Found'],
      [404, '404 Snippet Not Found'],
      [404, '404 Snippet Not Found'],
      [404, '404 Group Not Found'],
      [404, '404 Project Not Found'],
    ]);
    expect(await app.admin.get(`${movesOf(elsewhere.id)}/${other.body.id}`)).toMatchObject({
      status: 404,
      body: { message: '404 Repository Storage Move Not Found' },
    });
    expect(await app.admin.get('project_repository_storage_moves/999999')).toMatchObject({ status: 404 });
  });
});

describe('the moves of a container that does not exist', () => {
  it.each([
    ['GET', 'repository_storage_moves', { state: 'nonsense' }],
    ['GET', 'repository_storage_moves', { page: '0' }],
    ['GET', 'repository_storage_moves', { pagination: 'keyset' }],
    ['POST', 'repository_storage_moves', { destination_storage_name: [] }],
    ['POST', 'repository_storage_moves', { dry_run: 'perhaps' }],
  ])('are 404 whatever else is wrong: %s %s %j', async (verb, route, params) => {
    for (const [containers, label] of [
      ['projects', 'Project'],
      ['snippets', 'Snippet'],
      ['groups', 'Group'],
    ]) {
      const path = `${containers}/999999/${route}`;
      const query = new URLSearchParams(params as Record<string, string>).toString();
      const answer = await (verb === 'GET' ? app.admin.get(`${path}?${query}`) : app.admin.post(path, params));

      expect([answer.status, answer.text]).toEqual([404, `{"message":"404 ${label} Not Found"}`]);
    }
  });
});

describe('GET /project_repository_storage_moves', () => {
  it('lists the newest first, with filters, and by encoded path', async () => {
    const first = await schedule({ destination_storage_name: 'default' });
    await ended(movesOf(), first.body.id);
    const second = await schedule();
    const finished = await ended(movesOf(), second.body.id);
    const encoded = `projects/${encodeURIComponent(project.path_with_namespace)}/repository_storage_moves`;
    const ids = async (query = '') =>
      ((await app.admin.get(`${encoded}?${query}`)).body as { id: number }[]).map(({ id }) => id);

    expect(await ids()).toEqual([second.body.id, first.body.id]);
    expect(await ids('destination_storage_name=second')).toEqual([second.body.id]);
    expect(await ids('state=failed')).toEqual([]);
    expect(await ids('project_id=7&state=finished&per_page=1')).toEqual([second.body.id]);
    expect(await app.admin.get(`${encoded}?state=gone`)).toMatchObject({
      status: 400,
      body: { message: { state: ['does not have a valid value'] } },
    });
    expect((await app.admin.get(`project_repository_storage_moves/${second.body.id}`)).body).toEqual(finished);
  });
});

// not of pg_stat_activity, in which a transaction sees no connection that is newer than its first look
const WAITING = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';

describe('a change of the container that is under way', () => {
  const isWaitedFor = () => until(async () => (await app.sql(WAITING)).length > 0);

  /** On another connection than the row of the container is held: the database does not see that both are of one change. */
  const askForRepository = () =>
    app.app.get(DataSource).transaction(async (other) => {
      await other.query("set local lock_timeout = '3s'");
      await other.query('select from repositories where project_id = $1 for share', [project.id]);
    });

  beforeEach(async () => {
    await app.drainJobs();
    await app.sql('begin');
  });
  afterEach(() => app.sql('rollback'));

  it('gets the repository before a move that waits for the row to switch the storage', async () => {
    await app.sql('select from projects where id = $1 for no key update', [project.id]);
    const { body } = await schedule();
    await isWaitedFor();
    await askForRepository();
    await app.sql('commit');

    expect(await ended(movesOf(), body.id)).toMatchObject({ state: 'finished' });
  });

  it('gets the repository before a move that waits for the row to be scheduled', async () => {
    await app.sql('select from projects where id = $1 for update', [project.id]);
    const scheduled = schedule();
    await isWaitedFor();
    await askForRepository();
    await app.sql('commit');

    expect((await scheduled).status).toBe(201);
  });
});

describe('the first push to a wiki', () => {
  it('is refused while the project moves, and makes the wiki, on the destination, when the move has ended', async () => {
    const git = await GitClient.make();
    await git.ok(['init', '--quiet', '--initial-branch=main']);
    await git.ok(['commit', '--quiet', '--allow-empty', '--message=Home']);
    const { username, token: secret } = owner;
    const wiki = remoteOf(app.url, `${project.path_with_namespace}.wiki`, { username, secret });
    await aCommit(owner.api, project, { 'a.txt': 'content' });
    await app.drainJobs();
    await app.sql('begin');
    await app.sql('select from projects where id = $1 for no key update', [project.id]); // holds up the switch
    const { body } = await schedule();
    await until(async () => (await app.sql(WAITING)).length > 0);
    const during = await git.run(['push', wiki, 'main']);
    await app.sql('commit');
    const move = await ended(movesOf(), body.id);
    const after = await git.run(['push', wiki, 'main']);
    const listed = await git.ok(['ls-remote', wiki, 'main']);
    await git.remove();

    expect(during.code).not.toBe(0);
    expect(during.stderr).toContain('The repository is temporarily read-only. Please try again later.');
    expect(move.state).toBe('finished');
    expect(after.code).toBe(0);
    expect(listed).toContain('refs/heads/main');
    expect(await app.sql('select storage from repositories where project_id = $1', [project.id])).toEqual([
      { storage: 'second' },
      { storage: 'second' },
    ]);
  });
});

describe('moves of snippets and groups', () => {
  it('carry snippets', async () => {
    const snippet = (
      await owner.api.post('snippets', { title: 'A snippet', files: [{ file_path: 'a.txt', content: 'of a snippet' }] })
    ).body;
    const route = `snippets/${snippet.id}/repository_storage_moves`;
    const scheduled = await app.admin.post(route, { destination_storage_name: 'second', snippet_id: snippet.id });
    const move = await ended(route, scheduled.body.id);

    expect(move).toMatchObject({
      state: 'finished',
      snippet: {
        id: snippet.id,
        title: 'A snippet',
        project_id: null,
        web_url: snippet.web_url,
        raw_url: snippet.raw_url,
        http_url_to_repo: snippet.http_url_to_repo,
        ssh_url_to_repo: null,
      },
    });
    expect((await app.admin.get(`snippets/${snippet.id}`)).body.repository_storage).toBe('second');
    expect((await owner.api.get(`snippets/${snippet.id}/raw`)).text).toBe('of a snippet');
  });

  it('carry groups', async () => {
    const group = await aGroup(owner.api);
    const route = `groups/${group.id}/repository_storage_moves`;
    const move = await ended(route, (await app.admin.post(route, { destination_storage_name: 'second' })).body.id);

    const after = (await app.admin.get(`groups/${group.id}`)).body;

    expect(move).toMatchObject({
      state: 'finished',
      group: { id: group.id, name: after.name, web_url: after.web_url },
    });
    expect(after.repository_storage).toBe('second');
  });
});
