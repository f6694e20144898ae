import { aGroup, aMember, aProject, aUser } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { TestRunner } from '../../support/test-runner.js';
import { FORBIDDEN, notFound } from '../../support/answers.js';

const NOT_FOUND = notFound('Runner');
const notGiven = (name: string) => ({ status: 400, text: `{"message":"400 (Bad request) \\"${name}\\" not given"}` });

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  group = await aGroup(owner.api);
  project = await aProject(owner.api, { namespace_id: group.id });
});
afterAll(() => app.close());

const tokenOf = async (path: string): Promise<string> => (await owner.api.get(path)).body.runners_token;
const ofProject = async (fields: object = {}, of = project) =>
  TestRunner.register(app, await tokenOf(`projects/${of.id}`), fields);
const ofGroup = async (fields: object = {}) => TestRunner.register(app, await tokenOf(`groups/${group.id}`), fields);
const ids = ({ body }: { body: { id: number }[] }) => body.map(({ id }) => id);

describe('POST /runners', () => {
  it('registers by the token of the instance, a group or a project', async () => {
    const shared = await TestRunner.ofInstance(app, { description: 'everywhere' });
    const below = await ofGroup();
    const single = await ofProject();
    const type = async ({ id }: TestRunner) => (await app.admin.get(`runners/${id}`)).body;

    expect(await type(shared)).toMatchObject({
      runner_type: 'instance_type',
      is_shared: true,
      description: 'everywhere',
    });
    expect(await type(below)).toMatchObject({
      runner_type: 'group_type',
      is_shared: false,
      groups: [{ id: group.id }],
    });
    expect(await type(single)).toMatchObject({
      runner_type: 'project_type',
      projects: [{ id: project.id, path_with_namespace: project.path_with_namespace }],
      groups: [],
    });
  });

  it('answers id and token, once', async () => {
    const { status, body, headers } = await app.anonymous.post('runners', {
      token: await tokenOf(`projects/${project.id}`),
    });

    expect([status, body]).toEqual([
      201,
      { id: expect.any(Number), token: expect.any(String), token_expires_at: null },
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    const rows = await app.sql<{ row: string }>('select row_to_json(r)::text as row from ci_runners r where id = $1', [
      body.id,
    ]);
    expect(rows[0]!.row).not.toContain(body.token);
  });

  it('refuses other tokens, and those that were reset', async () => {
    const old = await tokenOf(`projects/${project.id}`);
    await owner.api.post(`projects/${project.id}/runners/reset_registration_token`);

    for (const token of ['nonsense', old, owner.token]) {
      expect(await app.anonymous.post('runners', { token })).toMatchObject(FORBIDDEN);
    }
    expect(await app.anonymous.post('runners')).toMatchObject(notGiven('token'));
    expect((await app.anonymous.post('runners', { token: await tokenOf(`projects/${project.id}`) })).status).toBe(201);
  });

  it.each([{ maximum_timeout: 5 }, { locked: 'maybe' }, { run_untagged: false }])(
    'refuses an unknown token before it looks at %j',
    async (fields) => {
      const token = await tokenOf(`projects/${project.id}`);

      expect((await app.anonymous.post('runners', { ...fields, token: 'nonsense' })).status).toBe(403);
      expect((await app.anonymous.post('runners', { ...fields, token })).status).toBe(400);
    },
  );

  it('knows tokens that are older than their digests', async () => {
    const tokens = [await tokenOf(`projects/${project.id}`), await tokenOf(`groups/${group.id}`)];
    await app.sql('update projects set runners_token_digest = null');
    await app.sql('update groups set runners_token_digest = null');

    expect((await app.anonymous.post('runners', { token: 'nonsense' })).status).toBe(403);
    for (const token of tokens) {
      expect((await app.anonymous.post('runners', { token })).status).toBe(201);
    }
    expect(await app.sql('select 1 from projects where runners_token_digest is null')).toEqual([]);
  });

  it('refuses invalid parameters', async () => {
    const token = await tokenOf(`projects/${project.id}`);
    const register = (fields: object) => app.anonymous.post('runners', { token, ...fields });

    expect(await register({ run_untagged: false })).toMatchObject({
      status: 400,
      body: { message: { tags_list: ['can not be empty when runner is not allowed to pick untagged jobs'] } },
    });
    expect((await register({ run_untagged: false, tag_list: ' , ', locked: 'x', access_level: 'x' })).body).toEqual({
      message: {
        tags_list: ['can not be empty when runner is not allowed to pick untagged jobs'],
        locked: ['is invalid'],
        access_level: ['does not have a valid value'],
      },
    });
    for (const timeout of [599, 2_147_483_648, '9223372036854775807']) {
      expect((await register({ maximum_timeout: timeout })).body).toEqual({
        message: { maximum_timeout: ['is invalid'] },
      });
    }
    expect((await register({ access_level: 'x' })).body).toEqual({
      message: { access_level: ['does not have a valid value'] },
    });
    const created = await register({
      tag_list: 'b, a,b',
      run_untagged: 'false',
      locked: true,
      active: false,
      access_level: 'ref_protected',
      maximum_timeout: 600,
      maintenance_note: 'note',
      info: { name: 'prog', version: '1.2', revision: 'abc', platform: 'linux', architecture: 'amd64', features: {} },
    });
    expect((await owner.api.get(`runners/${created.body.id}`)).body).toEqual({
      id: created.body.id,
      updated_at: expect.any(String),
      description: null,
      active: false,
      paused: true,
      is_shared: false,
      runner_type: 'project_type',
      name: 'prog',
      online: false,
      status: 'never_contacted',
      ip_address: null,
      tag_list: ['b', 'a'],
      run_untagged: false,
      locked: true,
      access_level: 'ref_protected',
      maximum_timeout: 600,
      maintenance_note: 'note',
      contacted_at: null,
      version: '1.2',
      revision: 'abc',
      platform: 'linux',
      architecture: 'amd64',
      projects: [expect.objectContaining({ id: project.id })],
      groups: [],
    });
  });
});

describe('POST /user/runners', () => {
  it('requires a user who manages the scope of the runner', async () => {
    const create = (by: TestUser['api'], fields: object) => by.post('user/runners', fields);
    const maintainer = (await aMember(app, { project }, 40)).api;
    const stranger = (await aUser(app)).api;

    expect((await create(app.admin, { runner_type: 'instance_type' })).status).toBe(201);
    expect(await create(owner.api, { runner_type: 'instance_type' })).toMatchObject(FORBIDDEN);
    expect((await create(owner.api, { runner_type: 'group_type', group_id: group.id })).status).toBe(201);
    expect(
      (await create(maintainer, { runner_type: 'project_type', project_id: project.id, tag_list: ['x'] })).body,
    ).toEqual({
      id: expect.any(Number),
      token: expect.any(String),
      token_expires_at: null,
    });
    expect((await create(stranger, { runner_type: 'project_type', project_id: project.id })).text).toBe(
      '{"message":"404 Project Not Found"}',
    );
    expect((await create(stranger, { runner_type: 'group_type', group_id: group.id })).text).toBe(
      '{"message":"404 Group Not Found"}',
    );
    expect(await create(owner.api, { runner_type: 'group_type' })).toMatchObject(notGiven('group_id'));
    expect(await create(owner.api, { runner_type: 'project_type' })).toMatchObject(notGiven('project_id'));
    expect(await create(owner.api, {})).toMatchObject(notGiven('runner_type'));
    expect((await create(app.anonymous, { runner_type: 'instance_type' })).status).toBe(401);
    const developer = (await aMember(app, { project }, 30)).api;
    expect(await create(developer, { runner_type: 'project_type', project_id: project.id })).toMatchObject(FORBIDDEN);
  });
});

describe('POST /runners/verify and DELETE /runners', () => {
  it('verify a runner by its token, and record its contact', async () => {
    const runner = await ofProject();
    const verify = (token: string) => app.anonymous.post('runners/verify', { token });

    expect(await verify(runner.token)).toMatchObject({
      status: 200,
      body: { id: runner.id, token: runner.token, token_expires_at: null },
    });
    expect((await owner.api.get(`runners/${runner.id}`)).body).toMatchObject({
      online: true,
      status: 'online',
      ip_address: '127.0.0.1',
      contacted_at: expect.any(String),
    });
    expect(await verify('nonsense')).toMatchObject(FORBIDDEN);
    await app.sql(`update ci_runners set contacted_at = now() - interval '1 hour' where id = $1`, [runner.id]);
    expect((await owner.api.get(`runners/${runner.id}`)).body).toMatchObject({ online: false, status: 'offline' });
  });

  it('delete a runner once', async () => {
    const runner = await ofProject();
    const leave = () => app.anonymous.delete('runners', { token: runner.token });

    const answers = await Promise.all(Array.from({ length: 6 }, leave));

    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
  });

  it('delete a runner by its token', async () => {
    const runner = await ofProject();
    const leave = () => app.anonymous.delete('runners', { token: runner.token });

    expect((await leave()).status).toBe(204);
    expect(await leave()).toMatchObject(FORBIDDEN);
    expect(await runner.request()).toMatchObject(FORBIDDEN);
  });
});

describe('GET /runners, /runners/all, /projects/:id/runners and /groups/:id/runners', () => {
  it('list the runners of their scope', async () => {
    const other = await aUser(app);
    const foreign = await aProject(other.api);
    const shared = await TestRunner.ofInstance(app);
    const below = await ofGroup();
    const single = await ofProject();
    const elsewhere = await TestRunner.register(
      app,
      (await other.api.get(`projects/${foreign.id}`)).body.runners_token,
    );
    const maintainer = await aMember(app, { project }, 40);

    expect(ids(await owner.api.get('runners?per_page=100'))).toEqual(expect.arrayContaining([below.id, single.id]));
    expect(ids(await owner.api.get('runners?per_page=100'))).not.toContain(elsewhere.id);
    expect(ids(await owner.api.get('runners?per_page=100'))).not.toContain(shared.id);
    expect(ids(await maintainer.api.get('runners?per_page=100'))).not.toContain(below.id);
    expect(ids(await maintainer.api.get('runners?per_page=100'))).toContain(single.id);
    expect(ids(await app.admin.get('runners/all?per_page=100'))).toEqual(
      expect.arrayContaining([shared.id, below.id, single.id, elsewhere.id]),
    );
    expect(await owner.api.get('runners/all')).toMatchObject(FORBIDDEN);
    expect(ids(await maintainer.api.get(`projects/${project.id}/runners?per_page=100`))).toEqual(
      expect.arrayContaining([shared.id, below.id, single.id]),
    );
    const ofType = `projects/${project.id}/runners?type=project_type&per_page=100`;
    expect(ids(await maintainer.api.get(ofType))).toContain(single.id);
    expect(ids(await maintainer.api.get(ofType))).not.toContain(below.id);
    expect(ids(await owner.api.get(`groups/${group.id}/runners?type=group_type&per_page=100`))).toContain(below.id);
    expect((await maintainer.api.get(`groups/${group.id}/runners`)).status).toBe(404);
  });

  it('filter by type, status and tags', async () => {
    const paused = await ofProject({ paused: true, tag_list: 'one,two' });
    const fresh = await ofProject({ tag_list: 'two' });
    const found = async (query: string) =>
      ids(await owner.api.get(`projects/${project.id}/runners?per_page=100&${query}`));

    expect(await found('status=paused')).toContain(paused.id);
    expect(await found('scope=active')).not.toContain(paused.id);
    expect(await found('status=never_contacted')).toContain(fresh.id);
    expect(await found('status=online')).not.toContain(fresh.id);
    expect(await found('tag_list=one,two')).toEqual([paused.id]);
    for (const query of ['type=x', 'status=x', 'scope=x']) {
      const { status, body } = await owner.api.get(`projects/${project.id}/runners?${query}`);
      expect([status, body]).toEqual([400, { message: { [query.split('=')[0]!]: ['does not have a valid value'] } }]);
    }
  });

  it('answer summaries', async () => {
    const { id } = await ofProject({ description: 'short' });
    const { body } = await owner.api.get(`projects/${project.id}/runners?per_page=100`);

    expect(body.find((runner: { id: number }) => runner.id === id)).toEqual({
      id,
      description: 'short',
      active: true,
      paused: false,
      is_shared: false,
      runner_type: 'project_type',
      name: null,
      online: false,
      status: 'never_contacted',
      ip_address: null,
    });
  });
});

describe('GET, PUT and DELETE /runners/:runner_id', () => {
  it('change and delete it for those who manage what it serves', async () => {
    const runner = await ofProject();
    const maintainer = (await aMember(app, { project }, 40)).api;
    const developer = (await aMember(app, { project }, 30)).api;
    const stranger = (await aUser(app)).api;
    const path = `runners/${runner.id}`;

    expect((await maintainer.put(path, { description: 'new', active: false, tag_list: ['x'] })).body).toMatchObject({
      description: 'new',
      paused: true,
      tag_list: ['x'],
      run_untagged: true,
    });
    expect((await maintainer.put(path, { paused: false, run_untagged: false })).body).toMatchObject({
      description: 'new',
      active: true,
      run_untagged: false,
    });
    expect((await maintainer.put(path, { tag_list: [] })).status).toBe(400);
    for (const [api, refusal] of [
      [developer, FORBIDDEN],
      [stranger, NOT_FOUND],
    ] as const) {
      expect(await api.get(path)).toMatchObject(refusal);
      expect(await api.put(path, {})).toMatchObject(refusal);
      expect(await api.delete(path)).toMatchObject(refusal);
      expect(await api.get(`${path}/jobs`)).toMatchObject(refusal);
    }
    expect(await maintainer.get('runners/999999')).toMatchObject(NOT_FOUND);
    expect((await maintainer.get(`${path}/jobs`)).body).toEqual([]);
    expect((await maintainer.delete(path)).status).toBe(204);
    expect(await maintainer.get(path)).toMatchObject(NOT_FOUND);
    expect(await runner.request()).toMatchObject(FORBIDDEN);
  });

  it('require an administrator for a runner of the instance', async () => {
    const { id } = await TestRunner.ofInstance(app);

    expect(await owner.api.get(`runners/${id}`)).toMatchObject(FORBIDDEN);
    expect((await app.admin.get(`runners/${id}`)).status).toBe(200);
  });
});

describe('POST and DELETE /projects/:id/runners', () => {
  it('assigns a runner to more projects, unless it is locked', async () => {
    const second = await aProject(owner.api);
    const runner = await ofProject();
    const locked = await ofProject({ locked: true });
    const below = await ofGroup();
    const assign = (by: TestUser['api'], id: unknown) => by.post(`projects/${second.id}/runners`, { runner_id: id });

    expect(await assign(owner.api, runner.id)).toMatchObject({ status: 201, body: { id: runner.id } });
    expect((await owner.api.get(`runners/${runner.id}`)).body.projects).toHaveLength(2);
    expect(ids(await owner.api.get('runners?per_page=100')).filter((id) => id === runner.id)).toHaveLength(1);
    expect(await assign(owner.api, runner.id)).toMatchObject({
      status: 400,
      body: { message: { runner_id: ['has already been taken'] } },
    });
    expect((await assign(owner.api, locked.id)).status).toBe(403);
    expect((await assign(owner.api, below.id)).status).toBe(403);
    expect(await assign(owner.api, 999_999)).toMatchObject(NOT_FOUND);
    expect(await owner.api.post(`projects/${second.id}/runners`)).toMatchObject(notGiven('runner_id'));
    const other = await aUser(app);
    const foreign = await aProject(other.api);
    expect(await other.api.post(`projects/${foreign.id}/runners`, { runner_id: runner.id })).toMatchObject(NOT_FOUND);

    expect((await owner.api.delete(`projects/${second.id}/runners/${runner.id}`)).status).toBe(204);
    expect(await owner.api.delete(`projects/${second.id}/runners/${runner.id}`)).toMatchObject(NOT_FOUND);
  });
});

describe('GET /projects/:id/access_report with runners', () => {
  it('names the runners that take the jobs of a project', async () => {
    const runner = await ofProject({ description: 'reported' });
    const { body } = await owner.api.get(`projects/${project.id}/access_report?per_page=100`);

    expect(body).toContainEqual({
      kind: 'runner',
      id: runner.id,
      name: 'reported',
      level: null,
      scopes: [],
      created_at: expect.any(String),
      last_used_at: null,
      expires_at: null,
    });
  });
});
