import { aMember, aProject, aToken, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app, { name: 'Olive Owner' });
});
afterAll(() => app.close());

const commits = (project: TestProject, rest = '') => `projects/${project.id}/repository/commits${rest}`;
const post = (project: TestProject, actions: unknown, fields: object = {}) =>
  owner.api.post(commits(project), { branch: 'main', commit_message: 'Change', actions, ...fields });
const treeOf = async (project: TestProject, ref = 'main') =>
  (
    (await owner.api.get(`projects/${project.id}/repository/tree?recursive=true&ref=${ref}&per_page=100`)).body as {
      path: string;
      mode: string;
    }[]
  ).map(({ path, mode }) => `${mode} ${path}`);
const contentOf = async (project: TestProject, path: string, ref = 'main') =>
  (await owner.api.get(`projects/${project.id}/repository/files/${encodeURIComponent(path)}/raw?ref=${ref}`)).text;

describe('POST /projects/:id/repository/commits', () => {
  it('makes the first commit of an empty project, on any branch', async () => {
    const project = await aProject(owner.api);
    const actions = [{ action: 'create', file_path: 'a/b.txt', content: 'one\ntwo\n' }];

    const { status, body } = await post(project, actions, {
      branch: 'trunk',
      commit_message: 'Title\n\nBody\n\nFixes: 1',
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{40}$/),
      short_id: body.id.slice(0, 8),
      title: 'Title',
      message: 'Title\n\nBody\n\nFixes: 1',
      author_name: 'Olive Owner',
      author_email: `${owner.username}@example.com`,
      authored_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000\+00:00$/),
      committer_name: 'Olive Owner',
      committer_email: `${owner.username}@example.com`,
      committed_date: body.authored_date,
      created_at: body.authored_date,
      parent_ids: [],
      trailers: { Fixes: '1' },
      web_url: `${app.url}/${project.path_with_namespace}/-/commit/${body.id}`,
      stats: { additions: 2, deletions: 0, total: 2 },
      status: null,
      last_pipeline: null,
      project_id: project.id,
    });
    expect((await owner.api.get(`projects/${project.id}`)).body).toMatchObject({
      default_branch: 'trunk',
      empty_repo: false,
    });
  });

  it('performs actions one after the other on the tree so far', async () => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, { 'a/x': 'x', 'a/y': 'y', z: 'z' });

    const { status } = await post(project, [
      { action: 'move', previous_path: 'a/x', file_path: 'b/x' },
      { action: 'move', previous_path: 'a/y', file_path: 'b/y', content: 'other' },
      { action: 'create', file_path: 'a', content: Buffer.from([0, 255]).toString('base64'), encoding: 'base64' },
      { action: 'update', file_path: 'b/x', content: 'xx', execute_filemode: true },
      { action: 'chmod', file_path: 'z', execute_filemode: true },
      { action: 'create', file_path: 'gone', content: '' },
      { action: 'delete', file_path: 'gone' },
    ]);

    expect(status).toBe(201);
    expect(await treeOf(project)).toEqual(['040000 b', '100755 b/x', '100644 b/y', '100644 a', '100755 z']);
    expect([await contentOf(project, 'b/x'), await contentOf(project, 'b/y')]).toEqual(['xx', 'other']);
  });

  it.each([
    ['create on a file', { action: 'create', file_path: 'a/x', content: '' }, 'A file with this name already exists'],
    ['create on a folder', { action: 'create', file_path: 'a', content: '' }, 'A file with this name already exists'],
    [
      'create below a file',
      { action: 'create', file_path: 'a/x/y', content: '' },
      'A file with this name already exists',
    ],
    [
      'move onto a file',
      { action: 'move', previous_path: 'z', file_path: 'a/x' },
      'A file with this name already exists',
    ],
    ['update of nothing', { action: 'update', file_path: 'n', content: '' }, "A file with this name doesn't exist"],
    ['update of a folder', { action: 'update', file_path: 'a', content: '' }, "A file with this name doesn't exist"],
    ['delete of nothing', { action: 'delete', file_path: 'a/n' }, "A file with this name doesn't exist"],
    ['chmod of nothing', { action: 'chmod', file_path: 'n' }, "A file with this name doesn't exist"],
    ['move of nothing', { action: 'move', previous_path: 'n', file_path: 'm' }, "A file with this name doesn't exist"],
    [
      'a change of what has changed',
      { action: 'update', file_path: 'a/x', content: '', last_commit_id: '1'.repeat(40) },
      'You are attempting to update a file that has changed since you started editing it.',
    ],
    ['a bad path', { action: 'create', file_path: 'a/../b', content: '' }, { file_path: ['is invalid'] }],
    ['a path of git', { action: 'create', file_path: '.Git/x', content: '' }, { file_path: ['is invalid'] }],
    [
      'a path that hides one',
      { action: 'create', file_path: '.g\u200cit/x', content: '' },
      { file_path: ['is invalid'] },
    ],
    ['bad base64', { action: 'create', file_path: 'n', content: 'a', encoding: 'base64' }, { content: ['is invalid'] }],
    ['an unknown action', { action: 'copy', file_path: 'n' }, { actions: ['does not have a valid value'] }],
    ['no path', { action: 'create', content: '' }, '400 (Bad request) "file_path" not given'],
    ['no content', { action: 'update', file_path: 'z' }, '400 (Bad request) "content" not given'],
  ])('refuses %s, and changes nothing', async (_what, action, message) => {
    const project = await aProject(owner.api);
    const head = await aCommit(owner.api, project, { 'a/x': 'x', z: 'z' });
    const first = { action: 'create', file_path: 'first', content: 'x' };

    expect(await post(project, [first, action])).toMatchObject({ status: 400, body: { message } });
    expect((await owner.api.get(commits(project, '/main'))).body.id).toBe(head);
  });

  it('refuses no actions, and too many', async () => {
    const project = await aProject(owner.api);
    const many = Array.from({ length: 1001 }, (_, at) => ({ action: 'create', file_path: `f${at}`, content: '' }));

    expect((await post(project, [])).body).toEqual({ message: { actions: ["can't be blank"] } });
    expect((await post(project, undefined)).body).toEqual({ message: '400 (Bad request) "actions" not given' });
    expect(await post(project, many)).toMatchObject({ status: 400, body: { message: { actions: ['is invalid'] } } });
    expect(await post(project, many.slice(1))).toMatchObject({ status: 201 });
  });

  it('names everything that is wrong with its fields and its actions at once', async () => {
    const project = await aProject(owner.api);
    const actions = [
      { action: 'create', file_path: '../x', content: '!', encoding: 'base64', execute_filemode: 'maybe' },
      { action: 'copy', file_path: 'x' },
      { action: 'update', file_path: 'x', content: 'x', encoding: 'hex', last_commit_id: [] },
    ];
    const wrong = { commit_message: ' ', stats: 'maybe', start_sha: {} };

    expect((await post(project, actions, wrong)).body).toEqual({
      message: {
        commit_message: ["can't be blank"],
        start_sha: ['is invalid'],
        stats: ['is invalid'],
        file_path: ['is invalid'],
        content: ['is invalid'],
        execute_filemode: ['is invalid'],
        actions: ['does not have a valid value'],
        last_commit_id: ['is invalid'],
        encoding: ['does not have a valid value'],
      },
    });
    expect((await post(project, [], { branch: '' })).body).toEqual({
      message: { branch: ["can't be blank"], actions: ["can't be blank"] },
    });
    expect((await post(project, [{ action: 'update', file_path: 'x' }], wrong)).body).toEqual({
      message: '400 (Bad request) "content" not given',
    });
  });

  it('refuses an action on a path with a later commit than last_commit_id', async () => {
    const project = await aProject(owner.api);
    const first = await aCommit(owner.api, project, { a: 'a' });
    await aCommit(owner.api, project, { b: 'b' });

    const actions = [{ action: 'update', file_path: 'a', content: 'aa', last_commit_id: first }];
    expect(await post(project, actions)).toMatchObject({ status: 201 });
    expect(await post(project, actions)).toMatchObject({ status: 400 });
    expect(await post(project, [{ ...actions[0], last_commit_id: '' }])).toMatchObject({ status: 201 });
  });

  it('creates a branch from start_branch or start_sha', async () => {
    const project = await aProject(owner.api);
    const head = await aCommit(owner.api, project, { a: 'a' });
    const create = (name: string) => [{ action: 'create', file_path: name, content: name }];

    const byBranch = await post(project, create('b'), { branch: 'b', start_branch: 'main' });
    const bySha = await post(project, create('c'), { branch: 'c', start_sha: head.slice(0, 12) });
    expect([byBranch, bySha].map(({ body }) => body.parent_ids)).toEqual([[head], [head]]);

    expect(await post(project, create('d'), { branch: 'd' })).toMatchObject({
      status: 400,
      body: { message: 'You can only create or edit files when you are on a branch' },
    });
    for (const start of [{ start_branch: 'none' }, { start_sha: '1'.repeat(40) }, { start_branch: 'main~0' }]) {
      expect(await post(project, create('d'), { branch: 'd', ...start })).toMatchObject({
        status: 400,
        body: { message: '400 Bad request - Invalid start' },
      });
    }
    expect(await post(project, create('d'), { branch: 'b', start_branch: 'main' })).toMatchObject({
      status: 400,
      body: {
        message: "A branch called 'b' already exists. Switch to that branch in order to make changes",
      },
    });
    const forced = await post(project, create('d'), { branch: 'b', start_branch: 'main', force: true });
    expect(forced.body.parent_ids).toEqual([head]);
    expect(await treeOf(project, 'b')).toEqual(['100644 a', '100644 d']);
    expect(await post(project, create('x'), { branch: 'b/c', start_branch: 'main' })).toMatchObject({
      status: 400,
      body: { message: 'Branch name is invalid' },
    });
  });

  it('takes author_name and author_email, and keeps the caller as committer', async () => {
    const project = await aProject(owner.api);
    const { body } = await post(project, [{ action: 'create', file_path: 'a', content: '' }], {
      author_name: 'Ada <x>\n',
      author_email: 'ada@example.com',
      stats: false,
    });

    expect(body).toMatchObject({
      author_name: 'Ada x',
      author_email: 'ada@example.com',
      committer_name: 'Olive Owner',
    });
    expect(body).not.toHaveProperty('stats');
  });

  it('creates a commit also when nothing changes', async () => {
    const project = await aProject(owner.api);
    const head = await aCommit(owner.api, project, { a: 'a' });

    const { status, body } = await post(project, [{ action: 'update', file_path: 'a', content: 'a' }]);

    expect(status).toBe(201);
    expect(body).toMatchObject({ parent_ids: [head], stats: { total: 0 } });
  });

  it('checks the rules of the branch before its actions', async () => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, { a: 'a' });
    const developer = await aMember(app, { project }, 30);
    await owner.api.patch(`projects/${project.id}/protected_branches/main`, { push_access_level: 40 });
    const actions = [{ action: 'delete', file_path: 'nothing' }];

    expect(await developer.api.post(commits(project), { branch: 'main', commit_message: 'x', actions })).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - You are not allowed to push into this branch' },
    });
    const reporter = await aMember(app, { project }, 20);
    expect(await reporter.api.post(commits(project), { branch: 'x', commit_message: 'x', actions })).toMatchObject({
      status: 403,
      text: '{"message":"403 Forbidden"}',
    });
  });

  it('refuses an archived project, and one under a storage move', async () => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, { a: 'a' });
    const actions = [{ action: 'delete', file_path: 'a' }];
    await app.sql('update repositories set read_only = true where project_id = $1', [project.id]);
    expect((await post(project, actions)).body.message).toBe(
      '403 Forbidden - The repository is temporarily read-only. Please try again later.',
    );
    await owner.api.post(`projects/${project.id}/archive`);
    expect((await post(project, actions)).body.message).toBe('403 Forbidden - The project is archived');
  });

  it('creates one after the other when many come at once', async () => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, { a: 'a' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        post(project, [{ action: 'create', file_path: `f${at % 10}`, content: '' }]),
      ),
    );

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
    expect(await treeOf(project)).toHaveLength(11);
  });

  it('takes 50 MiB, and refuses more', async () => {
    const project = await aProject(owner.api);
    const content = 'x'.repeat(20 * 1024 * 1024);
    const actions = [1, 2].map((at) => ({ action: 'create', file_path: `large-${at}`, content }));

    expect((await post(project, actions)).status).toBe(201);
    expect((await post(project, [...actions, ...actions])).status).toBe(413);
    expect((await owner.api.get(`projects/${project.id}/repository/files/large-1?ref=main`)).status).toBe(413);
  });

  it('answers a dry run with the result, and leaves nothing behind', async () => {
    const project = await aProject(owner.api);
    const head = await aCommit(owner.api, project, { a: 'one\n' });
    const actions = [
      { action: 'update', file_path: 'a', content: 'two\n' },
      { action: 'create', file_path: 'b', content: 'b' },
    ];

    const { status, body } = await post(project, actions, { dry_run: true });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      dry_run: true,
      branch: 'main',
      head,
      diffs: [
        { old_path: 'a', new_path: 'a', diff: '@@ -1 +1 @@\n-one\n+two\n', new_file: false },
        { new_path: 'b', new_file: true, a_mode: '0', b_mode: '100644' },
      ],
      stats: { additions: 2, deletions: 1, total: 3 },
    });
    expect((await owner.api.get(commits(project, '/main'))).body.id).toBe(head);
    expect((await post(project, [{ action: 'delete', file_path: 'none' }], { dry_run: true })).status).toBe(400);
  });

  it('creates one commit with an Idempotency-Key', async () => {
    const project = await aProject(owner.api);
    const body = { branch: 'main', commit_message: 'x', actions: [{ action: 'create', file_path: 'a', content: '' }] };
    const extra = { headers: { 'Idempotency-Key': 'once' } };

    const [first, second] = [
      await owner.api.post(commits(project), body, extra),
      await owner.api.post(commits(project), body, extra),
    ];

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).toBe(first.body.id);
  });
});

describe('GET /projects/:id/repository/commits', () => {
  let project: TestProject;
  const ids: string[] = [];
  beforeAll(async () => {
    project = await aProject(owner.api, { visibility: 'public' });
    ids.push(
      await aCommit(owner.api, project, { 'src/a': 'a\n', b: 'b\n' }, { author_name: 'Ada', commit_message: 'First' }),
    );
    for (const [at, path] of ['src/c', 'd', 'src/e'].entries()) {
      ids.push(await aCommit(owner.api, project, { [path]: 'x\n' }, { commit_message: `Number ${at}` }));
    }
    await owner.api.post(`projects/${project.id}/repository/branches`, { branch: 'older', ref: ids[1] });
    await owner.api.post(`projects/${project.id}/repository/tags`, { tag_name: 'v1', ref: 'older', message: 'One' });
  });
  const list = async (query: string) =>
    ((await owner.api.get(commits(project, `?${query}`))).body as { id: string }[]).map(({ id }) => ids.indexOf(id));

  it('lists the default branch, newest first, in pages', async () => {
    expect(await list('')).toEqual([3, 2, 1, 0]);
    const { body, headers } = await owner.api.get(commits(project, '?per_page=2&page=2'));
    expect(body.map(({ id }: { id: string }) => ids.indexOf(id))).toEqual([1, 0]);
    expect(Object.fromEntries(headers)).toMatchObject({ 'x-total': '4', 'x-total-pages': '2', 'x-next-page': '' });
    expect((await owner.api.get(commits(project, '?pagination=keyset&order_by=id&sort=asc'))).status).toBe(405);
  });

  it.each(['3', '107374184', '214748366', '99999999999', '9223372036854775807'])(
    'is empty beyond the end, on page %s',
    async (page) => {
      const { status, body, headers } = await owner.api.get(commits(project, `?per_page=20&page=${page}`));

      expect([status, body]).toEqual([200, []]);
      expect(Object.fromEntries(headers)).toMatchObject({ 'x-total': '4', 'x-next-page': '', 'x-prev-page': '' });
    },
  );

  it.each([
    ['ref_name=older', [1, 0]],
    ['ref_name=older&order=', [1, 0]],
    ['ref_name=v1', [1, 0]],
    ['ref_name=+', [3, 2, 1, 0]],
    ['ref_name=older..main', [3, 2]],
    ['path=src', [3, 1, 0]],
    ['path=src/c', [1]],
    ['path=*', []],
    ['author=ada', [0]],
    ['author=%5EA', []],
    ['all=true&order=topo', [3, 2, 1, 0]],
    ['first_parent=true&order=topo', [3, 2, 1, 0]],
    ['since=2001-01-01', [3, 2, 1, 0]],
    ['until=2001-01-01', []],
  ])('filters by %s', async (query, expected) => {
    expect(await list(query)).toEqual(expected);
  });

  it('shows numbers of lines when asked', async () => {
    const { body } = await owner.api.get(commits(project, '?with_stats=true'));
    expect(body.map((commit: { stats: object }) => commit.stats)).toEqual([
      { additions: 1, deletions: 0, total: 1 },
      { additions: 1, deletions: 0, total: 1 },
      { additions: 1, deletions: 0, total: 1 },
      { additions: 2, deletions: 0, total: 2 },
    ]);
  });

  it.each(['ref_name=none', 'ref_name=main~1', 'ref_name=a..main', 'ref_name=HEAD^'])(
    'answers 404 for %s',
    async (query) => {
      expect(await owner.api.get(commits(project, `?${query}`))).toMatchObject({
        status: 404,
        body: { message: '404 Commit Not Found' },
      });
    },
  );

  it('shows a commit by its id, a branch or a tag, with an ETag', async () => {
    for (const name of [ids[1]!, ids[1]!.slice(0, 7), 'older', 'v1', 'refs%2Fheads%2Folder']) {
      expect((await app.anonymous.get(commits(project, `/${name}`))).body).toMatchObject({
        id: ids[1],
        title: 'Number 0',
      });
    }
    const { headers, body } = await owner.api.get(commits(project, '/older'));
    expect(headers.get('etag')).toMatch(/^"/);
    expect(body.stats).toEqual({ additions: 1, deletions: 0, total: 1 });
    expect((await owner.api.get(commits(project, '/older?stats=false'))).body).not.toHaveProperty('stats');
  });

  it.each(['', '/diff', '/refs'])('answers 404 for an unknown commit%s', async (rest) => {
    for (const name of ['1'.repeat(40), 'none', '123456', 'main%5E']) {
      expect(await owner.api.get(commits(project, `/${name}${rest}`))).toMatchObject({
        status: 404,
        body: { message: '404 Commit Not Found' },
      });
    }
  });

  it('shows the diff of a commit', async () => {
    const { body } = await owner.api.get(commits(project, `/${ids[0]}/diff`));
    expect(body[0]).toEqual({
      old_path: 'b',
      new_path: 'b',
      a_mode: '0',
      b_mode: '100644',
      diff: '@@ -0,0 +1 @@\n+b\n',
      new_file: true,
      renamed_file: false,
      deleted_file: false,
      too_large: false,
      collapsed: false,
    });
  });

  it('shows which refs contain a commit', async () => {
    const refs = async (query = '') => (await owner.api.get(commits(project, `/${ids[1]}/refs${query}`))).body;

    expect(await refs()).toEqual([
      { type: 'branch', name: 'main' },
      { type: 'branch', name: 'older' },
      { type: 'tag', name: 'v1' },
    ]);
    expect(await refs('?type=tag')).toEqual([{ type: 'tag', name: 'v1' }]);
    expect((await owner.api.get(commits(project, `/${ids[1]}/refs?type=x`))).status).toBe(400);
  });

  it('requires a scope that reads repositories', async () => {
    const token = (scopes: string[]) => aToken(app, owner.id, { scopes });
    const status = async (scopes: string[]) => (await app.as(await token(scopes)).get(commits(project))).status;

    expect(await Promise.all([['read_repository'], ['read_api'], ['api']].map(status))).toEqual([200, 200, 200]);
    expect(await Promise.all([['write_repository'], ['read_user']].map(status))).toEqual([403, 403]);
  });

  it('answers for bytes that are no UTF-8', async () => {
    const actions = [
      { action: 'create', file_path: 'bytes', content: Buffer.from([0xff, 10]).toString('base64'), encoding: 'base64' },
    ];
    const other = await aProject(owner.api);
    const { body } = await post(other, actions);

    expect((await owner.api.get(commits(other, `/${body.id}/diff`))).body[0].diff).toContain('\uFFFD');
  });
});
