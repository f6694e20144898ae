import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { SweepSnippetsJob } from '../../../src/modules/snippets/jobs/sweep-snippets.job.js';
import { Env } from '../../../src/platform/config/env.js';
import { aMember, aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient, remoteOf } from '../../support/git.js';
import { until } from '../../support/until.js';

let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  stranger = await aUser(app);
});
afterAll(() => app.close());

const FILE = { title: 'Notes', file_name: 'a.txt', content: 'one\n' };
const create = (fields: object = {}, user = owner) => user.api.post('snippets', { ...FILE, ...fields });

describe('/snippets', () => {
  it('creates one of one file or of several', async () => {
    const { status, body } = await create({ description: 'Some', visibility: 'public' });

    expect(status).toBe(201);
    const url = `${app.url}/snippets/${body.id}`;
    expect(body).toEqual({
      id: expect.any(Number),
      title: 'Notes',
      description: 'Some',
      visibility: 'public',
      author: expect.objectContaining({ id: owner.id, username: owner.username }),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      project_id: null,
      web_url: url,
      raw_url: `${url}/raw`,
      file_name: 'a.txt',
      files: [{ path: 'a.txt', raw_url: `${url}/raw/main/a.txt` }],
      http_url_to_repo: `${url}.git`,
      ssh_url_to_repo: null,
    });
    const files = [
      { file_path: 'b/c.md', content: 'c' },
      { file_path: 'd', content: 'd' },
    ];
    const several = await owner.api.post('snippets', { title: 'Several', files });
    expect(several.body).toMatchObject({
      file_name: 'b/c.md',
      visibility: 'private',
      files: [{ path: 'b/c.md' }, { path: 'd' }],
    });
    expect((await app.admin.get(`snippets/${body.id}`)).body.repository_storage).toBe('default');
  });

  it.each([
    [{ title: undefined }, '400 (Bad request) "title" not given'],
    [{ file_name: undefined, content: undefined }, '400 (Bad request) "file_name, files" not given'],
    [{ content: undefined }, '400 (Bad request) "content" not given'],
    [{ content: ' ' }, { content: ["can't be blank"] }],
    [{ content: 'x'.repeat(1024 * 1024 + 1) }, { content: ['is too long (maximum is 1048576 characters)'] }],
    [{ file_name: '../x' }, { file_path: ['is invalid'] }],
    [{ file_name: undefined, files: [] }, { files: ['is invalid'] }],
    [
      { file_name: undefined, files: Array.from({ length: 11 }, (_, at) => ({ file_path: `f${at}`, content: 'x' })) },
      { files: ['is invalid'] },
    ],
    [
      {
        file_name: undefined,
        files: [
          { file_path: 'a/b', content: 'x' },
          { file_path: 'a', content: 'x' },
        ],
      },
      'A file with this name already exists',
    ],
    [{ visibility: 'secret' }, { visibility: ['does not have a valid value'] }],
    [{ title: '' }, { title: ["can't be blank"] }],
    [
      { title: '', content: '', visibility: 'secret' },
      { title: ["can't be blank"], content: ["can't be blank"], visibility: ['does not have a valid value'] },
    ],
    [
      { title: '', file_name: '../x', content: 'x' },
      { title: ["can't be blank"], file_path: ['is invalid'] },
    ],
    [
      { visibility: 'secret', file_name: undefined, files: [{ file_path: '..', content: '' }] },
      { visibility: ['does not have a valid value'], file_path: ['is invalid'], content: ["can't be blank"] },
    ],
    [
      { title: '', files: ['x'] },
      { title: ["can't be blank"], files: ['is invalid'] },
    ],
    [{ title: '', content: undefined }, '400 (Bad request) "content" not given'],
    [{ title: '', file_name: undefined, files: [{ content: 'x' }] }, '400 (Bad request) "file_path" not given'],
    [
      { title: '', content: [] },
      { title: ["can't be blank"], content: ['is invalid'] },
    ],
  ])('refuses %j', async (fields, message) => {
    expect(await create(fields)).toMatchObject({ status: 400, body: { message } });
  });

  it('shows one as its visibility says, and lets its author change it', async () => {
    const ids: Record<string, number> = {};
    for (const visibility of ['private', 'internal', 'public']) {
      ids[visibility] = (await create({ visibility })).body.id;
    }
    const external = await aUser(app, { external: true });
    const statuses = async (visibility: string) => {
      const answers = [app.anonymous, external.api, stranger.api, owner.api, app.admin].map((api) =>
        api.get(`snippets/${ids[visibility]}`),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    };

    expect(await statuses('private')).toEqual([404, 404, 404, 200, 200]);
    expect(await statuses('internal')).toEqual([404, 404, 200, 200, 200]);
    expect(await statuses('public')).toEqual([200, 200, 200, 200, 200]);
    expect(await stranger.api.get(`snippets/${ids.private}`)).toMatchObject({
      body: { message: '404 Snippet Not Found' },
    });
    expect((await stranger.api.put(`snippets/${ids.public}`, { title: 'x' })).status).toBe(403);
    expect((await stranger.api.delete(`snippets/${ids.public}`)).status).toBe(403);
    expect((await app.anonymous.put(`snippets/${ids.public}`, { title: 'x' })).status).toBe(401);
    expect((await create({}, external)).status).toBe(403);
  });

  it('checks the right before the parameters', async () => {
    const { id } = (await create({ visibility: 'public' })).body;
    const external = await aUser(app, { external: true });
    const forbidden = { status: 403, text: '{"message":"403 Forbidden"}' };
    const stale = { headers: { 'If-Match': '"other"' } };

    expect(await stranger.api.put(`snippets/${id}`, { title: '', files: 'x' })).toMatchObject(forbidden);
    expect(await stranger.api.put(`snippets/${id}`, { title: 'x' }, stale)).toMatchObject(forbidden);
    expect(await stranger.api.delete(`snippets/${id}`, undefined, stale)).toMatchObject(forbidden);
    expect(await external.api.post('snippets', {})).toMatchObject(forbidden);
  });

  it('sends the raw files as plain text', async () => {
    const { id } = (await create({ visibility: 'public' })).body;
    const raw = await app.anonymous.get(`snippets/${id}/raw`);

    expect(raw.text).toBe('one\n');
    expect(raw.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(raw.headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await app.anonymous.get(`snippets/${id}/files/main/a.txt/raw`)).text).toBe('one\n');
    expect((await app.anonymous.get(`snippets/${id}/files/main/none/raw`)).status).toBe(404);
  });

  it('changes files by actions, each a commit', async () => {
    const { id } = (await create()).body;
    const put = (body: object) => owner.api.put(`snippets/${id}`, body);

    expect((await put({ title: 'New', content: 'two' })).body).toMatchObject({ title: 'New', file_name: 'a.txt' });
    expect((await put({ file_name: 'b.txt' })).body).toMatchObject({ file_name: 'b.txt' });
    expect((await owner.api.get(`snippets/${id}/raw`)).text).toBe('two');
    const files = [
      { action: 'create', file_path: 'c', content: 'c' },
      { action: 'update', file_path: 'b.txt', content: 'three' },
      { action: 'move', previous_path: 'c', file_path: 'd' },
    ];
    expect((await put({ files })).body.files.map((file: { path: string }) => file.path)).toEqual(['b.txt', 'd']);
    expect((await put({ files: [{ action: 'delete', file_path: 'b.txt' }] })).body.file_name).toBe('d');
    expect((await put({ files: [{ action: 'delete', file_path: 'd' }] })).status).toBe(400);
    expect((await put({ files: [{ action: 'update', file_path: 'none', content: 'x' }] })).body.message).toBe(
      "A file with this name doesn't exist",
    );
    expect((await put({ title: '', files: [{ action: 'copy', file_path: '' }] })).body.message).toEqual({
      title: ["can't be blank"],
      file_path: ['is invalid'],
      action: ['does not have a valid value'],
    });
    expect((await put({ title: '', files: [{ action: 'create', file_path: 'e' }] })).body.message).toBe(
      '400 (Bad request) "content" not given',
    );
    expect((await put({ visibility: 'public', description: null })).body).toMatchObject({
      visibility: 'public',
      description: null,
    });
  });

  it('lists own, public and all snippets', async () => {
    const user = await aUser(app);
    const { id } = (await create({}, user)).body;
    const { id: open } = (await create({ visibility: 'public' }, user)).body;
    const idsOf = ({ body }: { body: { id: number }[] }) => body.map((snippet) => snippet.id);

    expect(idsOf(await user.api.get('snippets'))).toEqual([id, open]);
    expect(idsOf(await stranger.api.get('snippets/public?per_page=100'))).toContain(open);
    expect(idsOf(await stranger.api.get('snippets/public?per_page=100'))).not.toContain(id);
    expect(idsOf(await app.admin.get('snippets/all?per_page=100'))).toContain(id);
    expect((await user.api.get('snippets/all')).status).toBe(403);
    expect((await app.anonymous.get('snippets')).status).toBe(401);
  });

  it('deletes those of a deleted author, from the disk too', async () => {
    const user = await aUser(app);
    const { id } = (await create({ visibility: 'public' }, user)).body;
    const storage = app.app.get(Env).storages.get('default')!;
    const held = async () =>
      (await readdir(storage, { recursive: true })).filter((name) => name.includes('@snippets')).length;
    const before = await held();
    await app.admin.delete(`users/${user.id}`);
    expect((await owner.api.get(`snippets/${id}`)).status).toBe(404);

    await app.app.get(SweepSnippetsJob).perform();
    await app.drainJobs();

    expect(await held()).toBeLessThan(before);
    expect((await create()).status).toBe(201);
  });

  it('deletes one once', async () => {
    const { id } = (await create()).body;

    expect((await owner.api.delete(`snippets/${id}`, {})).status).toBe(204);
    expect((await owner.api.delete(`snippets/${id}`)).status).toBe(404);
  });
});

describe('/projects/:id/snippets', () => {
  it('is written by Reporters, and read by members', async () => {
    const project = await aProject(owner.api, { visibility: 'public' });
    const [guest, reporter] = [await aMember(app, { project }, 10), await aMember(app, { project }, 20)];
    const path = `projects/${project.id}/snippets`;

    expect((await guest.api.post(path, FILE)).status).toBe(403);
    const { status, body } = await reporter.api.post(path, FILE);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      project_id: project.id,
      web_url: `${app.url}/${project.path_with_namespace}/snippets/${body.id}`,
    });
    expect((await guest.api.get(`${path}/${body.id}`)).status).toBe(200);
    expect((await guest.api.get(path)).body).toHaveLength(1);
    expect((await stranger.api.get(path)).body).toEqual([]);
    expect(await stranger.api.get(`${path}/${body.id}`)).toMatchObject({
      status: 404,
      body: { message: '404 Snippet Not Found' },
    });
    expect((await guest.api.put(`${path}/${body.id}`, { title: 'x' })).status).toBe(403);
    expect((await owner.api.put(`${path}/${body.id}`, { title: 'x', visibility: 'public' })).body.title).toBe('x');
    expect((await app.anonymous.get(`${path}/${body.id}/raw`)).text).toBe('one\n');
    const other = await aProject(owner.api);
    expect((await owner.api.get(`projects/${other.id}/snippets/${body.id}`)).status).toBe(404);
    await owner.api.post(`projects/${project.id}/archive`);
    expect((await reporter.api.put(`${path}/${body.id}`, { content: 'x' })).body.message).toBe(
      '403 Forbidden - The project is archived',
    );
    expect((await reporter.api.post(path, FILE)).status).toBe(403);
  });
});

describe('git clone and git push of a snippet', () => {
  let git: GitClient;
  beforeAll(async () => {
    git = await GitClient.make();
  });
  afterAll(() => git.remove());

  it('are allowed to those who see it and to its author', async () => {
    const { id } = (await create({ visibility: 'internal' })).body;
    const remote = (user: TestUser) =>
      remoteOf(app.url, `snippets/${id}`, { username: user.username, secret: user.token });
    await git.ok(['clone', '-q', remote(stranger), 'copy']);
    await git.ok(['commit', '-q', '--allow-empty', '-m', 'x'], { in: 'copy' });

    expect((await git.run(['push', remote(stranger), 'main'], { in: 'copy' })).stderr).toContain(
      'You are not allowed to push code',
    );
    await git.ok(['mv', 'a.txt', 'renamed.txt'], { in: 'copy' });
    await git.ok(['commit', '-q', '-m', 'Rename'], { in: 'copy' });
    await git.ok(['push', '-q', remote(owner), 'main'], { in: 'copy' });
    await app.drainJobs();

    expect((await owner.api.get(`snippets/${id}`)).body.file_name).toBe('renamed.txt');
    expect((await git.run(['ls-remote', `${app.url}/snippets/${id}.git`])).code).not.toBe(0);
  });

  it('list the files that there are after a change by REST that began before the list was read', async () => {
    const { id } = (await create()).body;
    const remote = remoteOf(app.url, `snippets/${id}`, { username: owner.username, secret: owner.token });
    const [row] = await app.sql<{ relative_path: string }>(
      'select relative_path from repositories where snippet_id = $1',
      [id],
    );
    const gitDir = path.join(app.app.get(Env).storages.get('default')!, row!.relative_path);
    await git.ok(['clone', '-q', remote, 'both']);
    const change = async (to: string, name: string) => {
      await git.ok(['mv', to === remote ? 'a.txt' : 'pushed.txt', name], { in: 'both' });
      await git.ok(['commit', '-q', '-m', 'Rename'], { in: 'both' });
      await git.ok(['push', '-q', to, 'main'], { in: 'both' });
    };

    await app.sql('begin');
    await app.sql('select from snippets where id = $1 for no key update', [id]); // as a change by REST does
    await change(remote, 'pushed.txt');
    await until(async () => {
      await app.sql('select pg_stat_clear_snapshot()');
      const waiting = `select 1 from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`;
      return (await app.sql(waiting)).length === 1;
    });
    await change(gitDir, 'changed.txt');
    await app.sql('commit');
    await app.drainJobs();

    expect((await owner.api.get(`snippets/${id}`)).body.file_name).toBe('changed.txt');
  });

  it('find one of a project by its id alone, and below its project, not below another', async () => {
    const project = await aProject(owner.api, { visibility: 'private' });
    const { id } = (await owner.api.post(`projects/${project.id}/snippets`, FILE)).body;
    const other = await aProject(owner.api);
    const read = async (path: string, { username, token: secret }: TestUser) =>
      (await git.run(['ls-remote', remoteOf(app.url, path, { username, secret })])).code === 0;

    expect(await read(`snippets/${id}`, owner)).toBe(true);
    expect(await read(`snippets/${id}`, stranger)).toBe(false);
    expect(await read(`${project.path_with_namespace}/snippets/${id}`, owner)).toBe(true);
    expect(await read(`${other.path_with_namespace}/snippets/${id}`, owner)).toBe(false);
  });
});
