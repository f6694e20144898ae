import { jest } from '@jest/globals';
import { MergedBranchesExecutionService } from '../../../src/modules/repositories/branches/merged-branches-execution.service.js';
import { RefWritesService } from '../../../src/modules/repositories/pushes/ref-writes.service.js';
import { RefsMoved } from '../../../src/modules/repositories/refs/ref-swaps.service.js';
import { JobPostponed } from '../../../src/platform/queue/job.js';
import { aMember, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit, repositoryPath } from '../../builders/repositories.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
});
afterAll(() => app.close());

const named = ({ body }: { body: { name: string }[] }) => body.map(({ name }) => name);

/** A project with two commits on main, and their ids. */
async function aHistory(fields: object = {}): Promise<{ project: TestProject; ids: string[] }> {
  const project = await aProject(owner.api, fields);
  const ids = [await aCommit(owner.api, project, { a: 'a' }), await aCommit(owner.api, project, { b: 'b' })];
  return { project, ids };
}
const branch = (project: TestProject, name: string, ref = 'main', api: ApiClient = owner.api) =>
  api.post(repositoryPath(project, 'branches'), { branch: name, ref });
const tag = (project: TestProject, fields: object, api: ApiClient = owner.api) =>
  api.post(repositoryPath(project, 'tags'), { ref: 'main', ...fields });

describe('/projects/:id/repository/branches', () => {
  it('shows branches with their commit and what the caller may do', async () => {
    const { project, ids } = await aHistory({ visibility: 'public' });
    const url = `${app.url}/${project.path_with_namespace}`;

    const { body, headers } = await owner.api.get(repositoryPath(project, 'branches/main'));

    expect(body).toEqual({
      name: 'main',
      commit: expect.objectContaining({ id: ids[1], short_id: ids[1]!.slice(0, 8), trailers: {} }),
      merged: false,
      protected: true,
      default: true,
      developers_can_push: true,
      developers_can_merge: false,
      can_push: true,
      web_url: `${url}/-/tree/main`,
    });
    expect(headers.get('etag')).toMatch(/^"/);
    expect((await owner.api.head(repositoryPath(project, 'branches/main'))).status).toBe(200);
    expect((await app.anonymous.get(repositoryPath(project, 'branches/main'))).body.can_push).toBe(false);
  });

  it('names an address that a client can open, whatever the name of a branch holds', async () => {
    const { project } = await aHistory();
    const webUrl = async (name: string): Promise<unknown> => (await branch(project, name)).body.web_url;
    const trees = `${app.url}/${project.path_with_namespace}/-/tree`;

    expect(await webUrl('fix/🚀')).toBe(`${trees}/fix/%F0%9F%9A%80`);
    expect(await webUrl('50%#"<ß>')).toBe(`${trees}/50%25%23%22%3C%C3%9F%3E`);
    expect(await webUrl('v1+2@x')).toBe(`${trees}/v1+2@x`);
  });

  it('lists branches by name or by time, and finds them by parts of their names', async () => {
    const { project } = await aHistory();
    for (const name of ['feat/x.1', 'Feature', 'z']) {
      await branch(project, name);
    }
    await aCommit(owner.api, project, { later: '' }, { branch: 'z' });
    await app.sql('select pg_sleep(1.1)');
    await aCommit(owner.api, project, { latest: '' }, { branch: 'Feature' });
    const found = async (query: string) => named(await owner.api.get(repositoryPath(project, `branches?${query}`)));

    expect(await found('')).toEqual(['Feature', 'feat/x.1', 'main', 'z']);
    expect((await found('sort=updated_desc'))[0]).toBe('Feature');
    expect((await found('sort=updated_asc'))[3]).toBe('Feature');
    expect(await found('search=eat')).toEqual(['Feature', 'feat/x.1']);
    expect(await found('search=%5Efeat')).toEqual(['Feature', 'feat/x.1']);
    expect(await found('search=%5Efeat/')).toEqual(['feat/x.1']);
    expect(await found('search=n%24')).toEqual(['main']);
    expect(await found('regex=%5Ef.*%5B0-9%5D%24')).toEqual(['feat/x.1']);
    expect((await owner.api.get(repositoryPath(project, 'branches?regex=('))).status).toBe(400);
    expect((await owner.api.get(repositoryPath(project, 'branches?sort=size'))).status).toBe(400);
    const page = await owner.api.get(repositoryPath(project, 'branches?per_page=2&page=2'));
    expect(named(page)).toEqual(['main', 'z']);
    expect(page.headers.get('x-total')).toBe('4');
    expect(
      (await owner.api.get(repositoryPath(project, 'branches?pagination=keyset&order_by=id&sort=asc'))).status,
    ).toBe(405);
  });

  it('creates a branch from any ref', async () => {
    const { project, ids } = await aHistory();
    const created = await branch(project, 'feat/x', ids[0]!.slice(0, 8));

    expect(created).toMatchObject({
      status: 201,
      body: { name: 'feat/x', merged: true, protected: false, can_push: true },
    });
    expect(created.body.commit.id).toBe(ids[0]);
    expect((await owner.api.get(repositoryPath(project, 'branches/feat%2Fx'))).body.commit.id).toBe(ids[0]);
    expect((await owner.api.get(repositoryPath(project, 'branches/feat/x'))).text).toBe('{"error":"404 Not Found"}');
    expect((await owner.api.post(`${repositoryPath(project, 'branches')}?branch=q&ref=main`)).status).toBe(201);
  });

  it.each([
    ['main', 'main', 'Branch already exists'],
    ['new', 'none', 'Invalid reference name: none'],
    ['new', 'main~1', 'Invalid reference name: main~1'],
    ['a..b', 'main', 'Branch name is invalid'],
    ['-x', 'main', 'Branch name is invalid'],
    ['HEAD', 'main', 'Branch name is invalid'],
    ['f'.repeat(40), 'main', 'Branch name is invalid'],
    ['refs/heads/x', 'main', 'Branch name is invalid'],
    ['main/x', 'main', 'Branch name is invalid'],
  ])('refuses %s from %s: %s', async (name, ref, message) => {
    const { project } = await aHistory();

    expect(await branch(project, name, ref)).toMatchObject({ status: 400, body: { message } });
  });

  it('refuses a branch that would be a directory of another', async () => {
    const { project } = await aHistory();
    await branch(project, 'dir/x');

    expect((await branch(project, 'dir')).body.message).toBe('Branch name is invalid');
  });

  it('creates a branch once when many ask at once', async () => {
    const { project } = await aHistory();
    const answers = await Promise.all(Array.from({ length: 6 }, () => branch(project, 'once')));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
    expect(answers.filter(({ status }) => status === 400).map(({ body }) => body.message)).toEqual(
      Array(5).fill('Branch already exists'),
    );
  });

  it('deletes branches, but not the default one and none that is protected', async () => {
    const { project } = await aHistory();
    await branch(project, 'x/y');
    await branch(project, 'kept');
    await owner.api.post(`projects/${project.id}/protected_branches`, { name: 'ke*' });

    expect((await owner.api.delete(repositoryPath(project, 'branches/x%2Fy'), {})).status).toBe(204);
    expect(await owner.api.delete(repositoryPath(project, 'branches/x%2Fy'))).toMatchObject({
      status: 404,
      body: { message: '404 Branch Not Found' },
    });
    expect(await owner.api.delete(repositoryPath(project, 'branches/main'))).toMatchObject({
      status: 400,
      body: { message: '400 Bad request - The default branch cannot be deleted' },
    });
    expect(await owner.api.delete(repositoryPath(project, 'branches/kept'))).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The branch is protected' },
    });
  });

  it('deletes a branch only in the state that If-Match names', async () => {
    const { project } = await aHistory();
    await branch(project, 'x');
    const etag = (await owner.api.get(repositoryPath(project, 'branches/x'))).headers.get('etag')!;
    await aCommit(owner.api, project, { more: '' }, { branch: 'x' });
    const extra = (value: string) => ({ headers: { 'If-Match': value } });

    expect((await owner.api.delete(repositoryPath(project, 'branches/x'), undefined, extra(etag))).status).toBe(412);
    const fresh = (await owner.api.get(repositoryPath(project, 'branches/x'))).headers.get('etag')!;
    expect((await owner.api.delete(repositoryPath(project, 'branches/x'), undefined, extra(fresh))).status).toBe(204);
  });

  it('deletes all merged branches by merged_branches', async () => {
    const { project, ids } = await aHistory();
    await branch(project, 'merged', ids[0]);
    await branch(project, 'same');
    await branch(project, 'ahead');
    await aCommit(owner.api, project, { more: '' }, { branch: 'ahead' });
    await branch(project, 'kept', ids[0]);
    await owner.api.post(`projects/${project.id}/protected_branches`, { name: 'kept' });

    expect((await owner.api.delete(`${repositoryPath(project, 'merged_branches')}?dry_run=true`)).body).toEqual({
      dry_run: true,
      items: [
        { name: 'kept', action: 'keep', rule: 'is protected' },
        { name: 'main', action: 'keep', rule: 'is the default branch' },
        { name: 'merged', action: 'delete', rule: 'is merged into the default branch' },
      ],
      totals: { delete: 1, keep: 2 },
    });
    const { status, body, headers } = await owner.api.delete(repositoryPath(project, 'merged_branches'));
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`${app.url}/api/v4/operations/${body.operation.id}`);
    expect(body.operation.kind).toBe('merged_branches_deletion');
    await app.drainJobs();
    expect((await owner.api.get(`operations/${body.operation.id}`)).body).toMatchObject({
      state: 'finished',
      result: { deleted: ['merged'] },
    });
    expect(named(await owner.api.get(repositoryPath(project, 'branches')))).toEqual(['ahead', 'kept', 'main', 'same']);
  });

  it('deletes no merged branches during a storage move: refuses to, or goes on after it', async () => {
    const { project, ids } = await aHistory();
    await branch(project, 'merged', ids[0]);
    const hold = (isHeld: boolean) =>
      app.sql('update repositories set read_only = $1 where project_id = $2', [isHeld, project.id]);
    const branches = async () => named(await owner.api.get(repositoryPath(project, 'branches')));

    await hold(true);
    expect(await owner.api.delete(repositoryPath(project, 'merged_branches'))).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The repository is temporarily read-only. Please try again later.' },
    });
    const execution = app.app.get(MergedBranchesExecutionService);
    const advance = () => Promise.resolve(true);
    await expect(execution.deleteAll(project.id, owner.id, '', { advance })).rejects.toThrow(JobPostponed);
    expect(await branches()).toEqual(['main', 'merged']);
    await hold(false);
    expect(await execution.deleteAll(project.id, owner.id, '', { advance })).toEqual({ deleted: ['merged'] });
  });

  it('does not call a branch merged whose head is that of the default branch', async () => {
    const { project, ids } = await aHistory();
    await branch(project, 'behind', ids[0]);
    const created = await branch(project, 'same');
    const merged = ({ name, merged: is }: { name: string; merged: boolean }) => [name, is];

    expect(merged(created.body)).toEqual(['same', false]);
    expect(merged((await owner.api.get(repositoryPath(project, 'branches/same'))).body)).toEqual(['same', false]);
    const { body } = await owner.api.get(repositoryPath(project, 'branches'));
    expect(body.map(merged)).toEqual([
      ['behind', true],
      ['main', false],
      ['same', false],
    ]);
  });

  it('is changed by Developers alone', async () => {
    const { project } = await aHistory();
    const reporter = await aMember(app, { project }, 20);

    expect((await reporter.api.get(repositoryPath(project, 'branches'))).status).toBe(200);
    expect((await branch(project, 'x', 'main', reporter.api)).status).toBe(403);
    expect((await reporter.api.delete(repositoryPath(project, 'branches/main'))).status).toBe(403);
    const guest = await aMember(app, { project }, 10);
    expect(await guest.api.get(repositoryPath(project, 'branches'))).toMatchObject({
      status: 403,
      text: '{"message":"403 Forbidden"}',
    });
  });
});

describe('/projects/:id/repository/tags', () => {
  it('creates annotated tags with a message, and lightweight ones without', async () => {
    const { project, ids } = await aHistory();

    const annotated = await tag(project, { tag_name: 'v1.0', message: 'The first' });
    const light = await owner.api.post(`${repositoryPath(project, 'tags')}?tag_name=v2&ref=${ids[0]}`);

    expect(annotated).toMatchObject({ status: 201, body: { name: 'v1.0', message: 'The first', release: null } });
    expect(annotated.body.target).not.toBe(ids[1]);
    expect(annotated.body.commit.id).toBe(ids[1]);
    expect(annotated.body.created_at).toMatch(/^\d{4}-/);
    expect(light.body).toMatchObject({ message: '', target: ids[0], created_at: null, protected: false });
    expect((await owner.api.get(repositoryPath(project, 'tags/v1.0'))).body).toEqual(annotated.body);
  });

  it('lists tags by time, name or version', async () => {
    const { project, ids } = await aHistory();
    for (const name of ['v1.10', 'v1.9', 'a']) {
      await tag(project, { tag_name: name, ref: ids[0] });
    }
    const found = async (query: string) => named(await owner.api.get(repositoryPath(project, `tags?${query}`)));

    expect(await found('order_by=name&sort=asc')).toEqual(['a', 'v1.10', 'v1.9']);
    expect(await found('order_by=name')).toEqual(['v1.9', 'v1.10', 'a']);
    expect(await found('order_by=version&sort=asc&search=v1')).toEqual(['v1.9', 'v1.10']);
    await app.sql('select pg_sleep(1.1)');
    await tag(project, { tag_name: 'newest', message: 'x' });
    expect((await found(''))[0]).toBe('newest');
    expect((await owner.api.get(repositoryPath(project, 'tags?order_by=size'))).status).toBe(400);
  });

  it.each([
    [{ tag_name: 'v1' }, 'Tag v1 already exists'],
    [{ tag_name: 'new', ref: 'none' }, 'Target none is invalid'],
    [{ tag_name: 'a b' }, 'Tag name invalid'],
    [{ tag_name: 'v1/x' }, 'Tag name invalid'],
  ])('refuses %j: %s', async (fields, message) => {
    const { project } = await aHistory();
    await tag(project, { tag_name: 'v1' });

    expect(await tag(project, fields)).toMatchObject({ status: 400, body: { message } });
  });

  it('refuses what the rules of tags forbid', async () => {
    const { project } = await aHistory();
    const developer = await aMember(app, { project }, 30);
    await owner.api.post(`projects/${project.id}/protected_tags`, { name: 'v*' });
    await tag(project, { tag_name: 'v1' });

    expect((await owner.api.get(repositoryPath(project, 'tags/v1'))).body.protected).toBe(true);
    expect((await tag(project, { tag_name: 'v2' }, developer.api)).status).toBe(403);
    expect(await developer.api.delete(repositoryPath(project, 'tags/v1'))).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The tag is protected' },
    });
    expect((await owner.api.delete(repositoryPath(project, 'tags/v1'))).status).toBe(204);
    expect(await owner.api.delete(repositoryPath(project, 'tags/v1'))).toMatchObject({
      status: 404,
      body: { message: '404 Tag Not Found' },
    });
  });

  it('gives precedence to a branch of the same name', async () => {
    const { project, ids } = await aHistory();
    await tag(project, { tag_name: 'both', ref: ids[0] });
    await branch(project, 'both', ids[1]);
    const idOf = async (name: string) => (await owner.api.get(repositoryPath(project, `commits/${name}`))).body.id;

    expect(await idOf('both')).toBe(ids[1]);
    expect(await idOf('refs%2Ftags%2Fboth')).toBe(ids[0]);
  });
});

describe('GET /projects/:id/repository/... of an empty repository', () => {
  it('answers no refs, no commits, no files', async () => {
    const project = await aProject(owner.api);
    const empty = ['branches', 'tags', 'commits'];
    for (const list of empty) {
      expect(await owner.api.get(repositoryPath(project, list))).toMatchObject({ status: 200, text: '[]' });
    }
    const missing = {
      'branches/main': '404 Branch Not Found',
      'tags/v1': '404 Tag Not Found',
      'commits/main': '404 Commit Not Found',
      'files/a?ref=main': '404 Commit Not Found',
      'files/a/raw?ref=main': '404 Commit Not Found',
      'files/a/blame?ref=main': '404 Commit Not Found',
      tree: '404 Repository Not Found',
      archive: '404 Repository Not Found',
    };
    for (const [path, message] of Object.entries(missing)) {
      expect(await owner.api.get(repositoryPath(project, path))).toMatchObject({ status: 404, body: { message } });
    }
    expect((await branch(project, 'x')).body.message).toBe('Invalid reference name: main');
  });

  it('has a README when the project is created with one', async () => {
    const project = await aProject(owner.api, { name: 'Ship', initialize_with_readme: true, default_branch: 'trunk' });

    expect(project).toMatchObject({ empty_repo: false, default_branch: 'trunk' });
    expect((await owner.api.get(repositoryPath(project, 'commits'))).body).toMatchObject([
      { message: 'Initial commit' },
    ]);
    expect((await owner.api.get(repositoryPath(project, 'files/README.md/raw'))).text).toBe('# Ship\n');
    expect((await owner.api.get(repositoryPath(project, 'branches/trunk'))).body).toMatchObject({
      default: true,
      protected: true,
    });
  });
});

describe('PUT /projects/:id with a default_branch', () => {
  it('refuses a missing branch once there is something in the repository', async () => {
    const { project } = await aHistory();
    await branch(project, 'other');

    expect(await owner.api.put(`projects/${project.id}`, { default_branch: 'none' })).toMatchObject({
      status: 400,
      body: { message: { default_branch: ['does not exist'] } },
    });
    expect((await owner.api.put(`projects/${project.id}`, { default_branch: 'other' })).body.default_branch).toBe(
      'other',
    );
    expect((await owner.api.get(repositoryPath(project, 'commits/HEAD'))).status).toBe(200);
    expect((await owner.api.get(repositoryPath(project, 'branches/other'))).body.default).toBe(true);
    expect((await owner.api.delete(repositoryPath(project, 'branches/main'))).status).toBe(403);
    const empty = await aProject(owner.api);
    expect((await owner.api.put(`projects/${empty.id}`, { default_branch: 'any' })).body.default_branch).toBe('any');
    expect((await owner.api.put(`projects/${empty.id}`, { default_branch: 'a..b' })).status).toBe(400);
  });
});

describe('/projects/:id/protected_branches and /projects/:id/protected_tags', () => {
  const level = (access_level: number, access_level_description: string) => ({
    ...{ id: expect.any(Number), access_level, access_level_description, user_id: null, group_id: null },
  });

  it('create, show, change and remove rules of branches', async () => {
    const { project } = await aHistory();
    const rules = `projects/${project.id}/protected_branches`;

    const created = await owner.api.post(rules, { name: 'release/*', push_access_level: 0, merge_access_level: 30 });
    expect(created).toMatchObject({ status: 201 });
    expect(created.body).toEqual({
      id: expect.any(Number),
      name: 'release/*',
      push_access_levels: [level(0, 'No one')],
      merge_access_levels: [level(30, 'Developers + Maintainers')],
      unprotect_access_levels: [level(40, 'Maintainers')],
      allow_force_push: false,
      code_owner_approval_required: false,
      updated_at: expect.any(String),
    });
    expect(await owner.api.post(rules, { name: 'release/*' })).toMatchObject({
      status: 409,
      body: { message: "Protected branch 'release/*' already exists" },
    });
    expect((await owner.api.get(`${rules}/release%2F%2A`)).body).toEqual(created.body);
    expect((await owner.api.patch(`${rules}/release%2F*`, { allow_force_push: true })).body).toEqual({
      ...created.body,
      allow_force_push: true,
      updated_at: expect.any(String),
    });
    expect(named(await owner.api.get(rules))).toEqual(['main', 'release/*']);
    expect((await owner.api.delete(`${rules}/release%2F*`)).status).toBe(204);
    expect(await owner.api.get(`${rules}/release%2F*`)).toMatchObject({
      status: 404,
      body: { message: '404 Protected Branch Not Found' },
    });
  });

  it('create, show, change and remove rules of tags', async () => {
    const { project } = await aHistory();
    const rules = `projects/${project.id}/protected_tags`;

    const created = await owner.api.post(rules, { name: 'v*' });
    expect(created).toMatchObject({ status: 201 });
    expect(created.body).toMatchObject({ name: 'v*', create_access_levels: [level(40, 'Maintainers')] });
    expect((await owner.api.post(rules, { name: 'v*' })).body.message).toBe("Protected tag 'v*' already exists");
    expect((await owner.api.patch(`${rules}/v*`, { create_access_level: 30 })).body.create_access_levels).toEqual([
      level(30, 'Developers + Maintainers'),
    ]);
    expect((await owner.api.delete(`${rules}/v*`)).status).toBe(204);
    expect((await owner.api.delete(`${rules}/v*`)).body.message).toBe('404 Protected Tag Not Found');
  });

  it.each([10, 50, 'x', 31])('refuse the unknown level %s', async (value) => {
    const { project } = await aHistory();

    const answer = await owner.api.post(`projects/${project.id}/protected_branches`, {
      name: 'x',
      push_access_level: value,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: { push_access_level: ['does not have a valid value'] } },
    });
  });

  it('are changed by Maintainers, and shown to Developers', async () => {
    const { project } = await aHistory();
    const developer = await aMember(app, { project }, 30);
    const maintainer = await aMember(app, { project }, 40);
    const rules = `projects/${project.id}/protected_branches`;

    expect((await developer.api.get(rules)).status).toBe(200);
    expect((await developer.api.post(rules, { name: 'x' })).status).toBe(403);
    await owner.api.post(rules, { name: 'hard', unprotect_access_level: 60 });
    expect((await maintainer.api.delete(`${rules}/hard`)).status).toBe(403);
    expect((await app.admin.delete(`${rules}/hard`)).status).toBe(204);
  });

  it('are changed only by those who may end the protection, and always by administrators', async () => {
    const { project } = await aHistory();
    const maintainer = await aMember(app, { project }, 40);
    const rules = `projects/${project.id}/protected_branches`;
    for (const level of [60, 0]) {
      const rule = `${rules}/hard${level}`;
      await app.admin.post(rules, { name: `hard${level}`, push_access_level: 60, unprotect_access_level: level });
      const before = (await maintainer.api.get(rule)).body as object;

      const refused = await maintainer.api.patch(rule, { unprotect_access_level: 40, push_access_level: 30 });
      expect([refused.status, refused.body]).toEqual([403, { message: '403 Forbidden' }]);
      expect((await maintainer.api.get(rule)).body).toEqual(before);
      expect((await app.admin.patch(rule, { unprotect_access_level: 40 })).status).toBe(200);
      expect((await maintainer.api.patch(rule, { push_access_level: 30 })).status).toBe(200);
    }
    expect((await maintainer.api.patch(`${rules}/none`, { push_access_level: 30 })).status).toBe(404);
  });
});

describe('a ref that others make and delete at the same time', () => {
  const MADE = [
    ['branches', { branch: 'raced', ref: 'main' }],
    ['tags', { tag_name: 'raced', ref: 'main' }],
    ['tags', { tag_name: 'raced', ref: 'main', message: 'Annotated' }],
  ] as const;

  /** Does this instead of the next move of a ref. */
  const onceInsteadOfMove = (work: (move: () => Promise<void>) => Promise<void>) => {
    const writes = app.app.get(RefWritesService);
    const move = writes.move.bind(writes);
    jest.spyOn(writes, 'move').mockImplementationOnce((...args) => work(() => move(...args)));
  };
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each(MADE)('is answered as it was made by POST /%s %j, though it is gone by then', async (kind, fields) => {
    const { project, ids } = await aHistory();
    onceInsteadOfMove(async (move) => {
      await move();
      expect((await owner.api.delete(repositoryPath(project, `${kind}/raced`))).status).toBe(204);
    });

    expect(await owner.api.post(repositoryPath(project, kind), fields)).toMatchObject({
      status: 201,
      body: { name: 'raced', commit: { id: ids.at(-1) } },
    });
  });

  it.each(MADE)('is made by POST /%s %j once the other is gone', async (kind, fields) => {
    const { project } = await aHistory();
    onceInsteadOfMove(() => Promise.reject(new RefsMoved('It was there for a moment.')));

    expect((await owner.api.post(repositoryPath(project, kind), fields)).status).toBe(201);
    expect((await owner.api.get(repositoryPath(project, `${kind}/raced`))).status).toBe(200);
  });
});
