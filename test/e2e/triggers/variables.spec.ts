import { aCiProject } from '../../builders/pipelines.js';
import { aGroup, aMember, aProject, aUser } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { TestRunner } from '../../support/test-runner.js';
import { notFound } from '../../support/answers.js';

const NOT_FOUND = notFound('Variable');
const invalid = (field: string, text: string) => ({ status: 400, body: { message: { [field]: [text] } } });

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
let project: TestProject;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  group = await aGroup(owner.api);
  project = await aProject(owner.api, { namespace_id: group.id });
});
afterAll(() => app.close());

const scopes = (): [string, ApiClient][] => [
  [`projects/${project.id}/variables`, owner.api],
  [`groups/${group.id}/variables`, owner.api],
  ['admin/ci/variables', app.admin],
];

describe('/projects/:id/variables, /groups/:id/variables and /admin/ci/variables', () => {
  it('create, show, change and delete them', async () => {
    for (const [path, api] of scopes()) {
      expect((await api.get(path)).body).toEqual([]);
      const created = await api.post(path, { key: 'KEY_1', value: 'va $lue' });
      const record = {
        key: 'KEY_1',
        value: 'va $lue',
        variable_type: 'env_var',
        protected: false,
        masked: false,
        raw: false,
        environment_scope: '*',
        description: null,
        updated_at: expect.any(String),
      };
      expect([created.status, created.body]).toEqual([201, record]);
      expect((await api.get(`${path}/KEY_1`)).body).toEqual(record);
      const changes = { value: 'x', variable_type: 'file', protected: true, raw: true, description: 'why' };
      expect(await api.put(`${path}/KEY_1`, changes)).toMatchObject({ status: 200, body: { ...record, ...changes } });
      expect((await api.put(`${path}/KEY_1`, { variable_type: '' })).body).toEqual({ ...record, ...changes });
      expect(await api.post(path, { key: 'KEY_1', value: 'y' })).toMatchObject(
        invalid('key', 'has already been taken'),
      );
      expect((await api.get(path)).body).toHaveLength(1);
      expect((await api.delete(`${path}/KEY_1`)).status).toBe(204);
      for (const answer of [
        await api.get(`${path}/KEY_1`),
        await api.put(`${path}/KEY_1`, {}),
        await api.delete(`${path}/KEY_1`),
      ]) {
        expect(answer).toMatchObject(NOT_FOUND);
      }
    }
  });

  it('refuse invalid parameters', async () => {
    const [[path, api]] = scopes() as [[string, ApiClient]];
    const make = (fields: object) => api.post(path, { key: 'A', value: 'x', ...fields });

    expect((await api.post(path, {})).text).toBe('{"message":"400 (Bad request) \\"key\\" not given"}');
    expect((await api.post(path, { key: 'A' })).text).toBe('{"message":"400 (Bad request) \\"value\\" not given"}');
    expect(await make({ key: 'a-b' })).toMatchObject(invalid('key', 'is invalid'));
    expect(await make({ key: 'x'.repeat(256) })).toMatchObject(invalid('key', 'is invalid'));
    expect(await make({ variable_type: 'x' })).toMatchObject(invalid('variable_type', 'does not have a valid value'));
    for (const value of ['seven77', 'white space']) {
      expect(await make({ masked: true, value })).toMatchObject(invalid('value', 'is invalid'));
      expect((await make({ masked: true, value, variable_type: 'x' })).body.message).toEqual({
        value: ['is invalid'],
        variable_type: ['does not have a valid value'],
      });
    }
    expect((await make({ value: 'x'.repeat(65_537) })).status).toBe(400);
    expect((await make({ value: 'x'.repeat(65_536), key: 'LONG' })).status).toBe(201);
    await make({ key: 'OPEN', value: 'short' });
    expect(await api.put(`${path}/OPEN`, { masked: true })).toMatchObject(invalid('value', 'is invalid'));
    expect(await api.put(`${path}/OPEN`, { masked: true, value: 'longenough' })).toMatchObject({ status: 200 });
  });

  it('have scopes, one of which a filter selects', async () => {
    const [[path, api]] = scopes() as [[string, ApiClient]];
    await api.post(path, { key: 'S', value: 'everywhere' });
    expect((await api.post(path, { key: 'S', value: 'prod', environment_scope: 'prod/*' })).status).toBe(201);
    const pick = (scope: string) => `${path}/S?filter[environment_scope]=${encodeURIComponent(scope)}`;

    expect((await api.get(pick('prod/*'))).body.value).toBe('prod');
    expect((await api.get(pick('*'))).body.value).toBe('everywhere');
    expect(await api.get(pick('none'))).toMatchObject(NOT_FOUND);
    expect((await api.get(`${path}/S`)).status).toBe(409);
    expect(await api.put(pick('prod/*'), { environment_scope: '*' })).toMatchObject(
      invalid('key', 'has already been taken'),
    );
    expect((await api.delete(`${path}/S`, { filter: { environment_scope: 'prod/*' } })).status).toBe(204);
    expect((await api.get(`${path}/S`)).body.value).toBe('everywhere');
  });

  it('require Maintainer, Owner and administrator', async () => {
    const developer = (await aMember(app, { project }, 30)).api;
    const maintainer = (await aMember(app, { project }, 40)).api;
    const groupMaintainer = (await aMember(app, { group }, 40)).api;

    expect((await developer.get(`projects/${project.id}/variables`)).status).toBe(403);
    expect((await maintainer.get(`projects/${project.id}/variables`)).status).toBe(200);
    expect((await groupMaintainer.get(`groups/${group.id}/variables`)).status).toBe(403);
    expect((await owner.api.get('admin/ci/variables')).status).toBe(403);
    expect((await app.anonymous.get(`projects/${project.id}/variables`)).status).toBe(401);
  });

  it('store them encrypted', async () => {
    const [[path, api]] = scopes() as [[string, ApiClient]];
    await api.post(path, { key: 'HIDDEN', value: 'very-secret-indeed' });
    const [row] = await app.sql<{ value: Buffer }>(`select value from ci_variables where key = 'HIDDEN'`);

    expect(row!.value.includes('very-secret')).toBe(false);
  });
});

describe('POST /jobs/request and the variables of its job', () => {
  it('answers the value of highest precedence, and protected ones on protected refs only', async () => {
    const sub = await aGroup(owner.api, { parent_id: group.id });
    const definition = `
variables: { LEVEL: file, A: file, B: file, C: file, D: file, E: file, F: file }
one:
  script: echo
  environment: prod/eu
  variables: { LEVEL: job, B: job, C: job, D: job, E: job, F: job }
`;
    const ci = await aCiProject(app, definition, { owner, fields: { namespace_id: sub.id } });
    const layers: [ApiClient, string, string[]][] = [
      [app.admin, 'admin/ci/variables', ['C', 'D', 'E', 'F', 'CI_PROJECT_ID']],
      [owner.api, `groups/${group.id}/variables`, ['D', 'E', 'F']],
      [owner.api, `groups/${sub.id}/variables`, ['E', 'F']],
      [owner.api, `${ci.path}/variables`, ['F']],
    ];
    for (const [api, path, keys] of layers) {
      for (const key of keys) {
        await api.post(path, { key, value: path });
      }
    }
    await owner.api.post(`${ci.path}/variables`, { key: 'PROTECTED', value: 'x', protected: true });
    await owner.api.post(`${ci.path}/variables`, { key: 'ENV', value: 'all' });
    await owner.api.post(`${ci.path}/variables`, { key: 'ENV', value: 'eu', environment_scope: 'prod/*' });
    await owner.api.post(`${ci.path}/variables`, { key: 'ELSEWHERE', value: 'x', environment_scope: 'test' });
    await owner.api.post(`${ci.path}/variables`, { key: 'RAW', value: '$A', raw: true });
    await owner.api.post(`${ci.path}/variables`, { key: 'FILE', value: '$A', variable_type: 'file' });
    await owner.api.post(`${ci.path}/repository/branches`, { branch: 'open', ref: 'main' });
    await owner.api.post(`${ci.path}/protected_branches`, { name: 'main' });
    const runner = await TestRunner.register(app, (await owner.api.get(ci.path)).body.runners_token);
    const valuesOn = async (ref: string) => {
      await ci.start({ ref, variables: { RUN: 'run', F: 'run' } });
      const job = await runner.take();
      return Object.fromEntries(job.variables.map(({ key, value }: { key: string; value: string }) => [key, value]));
    };

    const values = await valuesOn('main');
    expect(values).toMatchObject({
      LEVEL: 'job',
      A: 'file',
      B: 'job',
      C: 'admin/ci/variables',
      D: `groups/${group.id}/variables`,
      E: `groups/${sub.id}/variables`,
      F: 'run',
      RUN: 'run',
      CI_PROJECT_ID: 'admin/ci/variables',
      PROTECTED: 'x',
      ENV: 'eu',
      RAW: '$A',
      FILE: 'file',
    });
    expect(values).not.toHaveProperty('ELSEWHERE');
    expect(await valuesOn('open')).not.toHaveProperty('PROTECTED');
  });
});
