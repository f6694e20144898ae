import { FormatRegistry, Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { ApiRoutes } from '../../../src/modules/openapi/api-routes.js';
import { aGroup, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { bearer } from '../../builders/oauth.js';
import { aCommit } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { withOperations } from '../../support/openapi.js';
import type { Operation } from '../../support/openapi.js';

let app: TestApp;
let owner: TestUser;
let other: TestUser;
let project: TestProject;
let snippet: { readonly id: number };
let operations: readonly Operation[];
beforeAll(async () => {
  FormatRegistry.Set('date-time', (text) => !Number.isNaN(Date.parse(text)));
  FormatRegistry.Set('date', (text) => /^\d{4}-\d{2}-\d{2}$/.test(text));
  app = await startApp({ jobs: false });
  [owner, other] = [await aUser(app), await aUser(app)];
  project = await aProject(owner.api, { visibility: 'public' });
  await aCommit(owner.api, project, { 'a.txt': 'text\n' });
  const binary = { action: 'create', file_path: 'b.bin', content: 'AAECAw==', encoding: 'base64' };
  await aCommit(owner.api, project, {}, { actions: [binary] });
  snippet = (
    await owner.api.post('snippets', { title: 'a', file_name: 'a.txt', content: 'text', visibility: 'public' })
  ).body;
  operations = withOperations((await app.anonymous.get('openapi.json')).text);
});
afterAll(() => {
  FormatRegistry.Clear();
  return app.close();
});

/** What the document says of the answers of a route. */
const responsesOf = (verb: string, path: string) =>
  operations.find((operation) => operation.verb === verb && operation.path === `/api/v4/${path}`)?.of.responses;

/** The schema of answers that the route declares. */
function schemaOf(verb: string, path: string): TSchema {
  const answers = app.app
    .get(ApiRoutes)
    .all()
    .find((route) => route.verb === verb && route.path === `/${path}`)?.answers;
  return Array.isArray(answers) ? Type.Array(answers[0] as TSchema) : (answers as TSchema);
}

/** The errors of an answer by the schema that the route declares. */
const errorsOf = (verb: string, path: string, body: unknown): string[] =>
  [...Value.Errors(schemaOf(verb, path), body)].map(({ path: at, message }) => `${at} ${message}`);

/** Contract: conventions §21.8. */
describe('The OpenAPI document describes', () => {
  it('a project as it is shown to the public, and shortened in lists', async () => {
    const simple = await owner.api.get(`projects?simple=true&search=${project.name}`);
    const own = await owner.api.get(`users/${owner.id}/projects?simple=true`);

    expect(simple.body).toHaveLength(1);
    expect(errorsOf('GET', 'projects', simple.body)).toEqual([]);
    expect(errorsOf('GET', 'users/:user_id/projects', own.body)).toEqual([]);
    for (const api of [app.anonymous, owner.api]) {
      const shown = await api.get(`projects/${project.id}`);
      const listed = await api.get(`projects?search=${project.name}`);
      expect(errorsOf('GET', 'projects/:id', shown.body)).toEqual([]);
      expect(errorsOf('GET', 'projects', listed.body)).toEqual([]);
    }
  });

  it('a user as others see them', async () => {
    const shown = await other.api.get(`users/${owner.id}`);
    const listed = await other.api.get(`users?username=${owner.username}`);

    expect(shown.body).not.toHaveProperty('email');
    expect(errorsOf('GET', 'users/:user_id', shown.body)).toEqual([]);
    expect(errorsOf('GET', 'users', listed.body)).toEqual([]);
  });

  it('the answer to adding several members', async () => {
    const [first, second] = [await aUser(app), await aUser(app)];
    const several = { user_id: [first.id, second.id], access_level: 10 };

    const added = await owner.api.post(`projects/${project.id}/members`, several);
    const again = await owner.api.post(`projects/${project.id}/members`, several);

    expect(added.body).toEqual({ status: 'success' });
    expect(again.body).toMatchObject({ status: 'error' });
    expect(errorsOf('POST', 'projects/:id/members', added.body)).toEqual([]);
    expect(errorsOf('POST', 'projects/:id/members', again.body)).toEqual([]);
  });

  it.each([
    ['snippets/{snippet_id}/raw', () => `snippets/${snippet.id}/raw`],
    ['projects/{id}/repository/files/{file_path}/raw', () => `projects/${project.id}/repository/files/a.txt/raw`],
    ['projects/{id}/repository/files/{file_path}/raw', () => `projects/${project.id}/repository/files/b.bin/raw`],
  ])('the type of %s, and its parts', async (path, target) => {
    const whole = await app.anonymous.get(target());
    const part = await app.anonymous.get(target(), { headers: { Range: 'bytes=0-0' } });
    const beyond = await app.anonymous.get(target(), { headers: { Range: 'bytes=99-' } });
    const responses = responsesOf('GET', path);

    expect([whole.status, part.status, beyond.status]).toEqual([200, 206, 416]);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '206', '416']));
    for (const [status, { headers }] of Object.entries({ 200: whole, 206: part })) {
      expect(Object.keys(responses[status].content)).toContain(headers.get('Content-Type')?.split(';')[0]);
    }
  });

  it.each(['tar.gz', 'tar.bz2', 'tar', 'zip'])('the type of an archive.%s', async (suffix) => {
    const { headers } = await app.anonymous.get(`projects/${project.id}/repository/archive.${suffix}`);
    const responses = responsesOf('GET', `projects/{id}/repository/archive.${suffix}`);

    expect(Object.keys(responses['200'].content)).toContain(headers.get('Content-Type'));
  });

  it.each([
    ['a user whom sudo names', 'GET', 'version', () => app.admin.get('version?sudo=nobody-at-all')],
    ['a namespace that a parameter names', 'POST', 'projects', () => owner.api.post('projects', NOWHERE)],
    ['a credential that is no token', 'GET', 'job', () => owner.api.get('job')],
  ])('the 404 of %s', async (_what, verb, path, ask) => {
    const { status } = await ask();

    expect(status).toBe(404);
    expect(Object.keys(responsesOf(verb, path))).toContain('404');
  });

  it('both answers of a call that answers 200 with and without dry_run', () => {
    const { schema } = responsesOf('POST', 'projects/{id}/alert_integrations/{integration_id}/test')['200'].content[
      'application/json'
    ];

    expect(schema.anyOf.map(({ items }: { items: object }) => items)).toEqual([
      { $ref: '#/components/schemas/ReceivedAlert' },
      { $ref: '#/components/schemas/AlertExplanation' },
    ]);
  });

  it('the types of what package managers read, and a range beyond its end', async () => {
    const packages = `projects/${project.id}/packages`;
    const jar = `${packages}/maven/com/example/app/1.0/app-1.0.jar`;
    await owner.api.send('PUT', jar, Buffer.from('jar'), { headers: { 'Content-Type': 'application/octet-stream' } });
    await owner.api.post(`projects/${project.id}/repository/tags`, { tag_name: 'v1.0.0', ref: 'main' });
    const version = `${packages}/go/${new URL(app.url).hostname}/${project.path_with_namespace}/@v/v1.0.0`;
    const targets = {
      'maven/{path}': [jar, `${jar}.sha1`],
      'go/{path}': [`${version}.info`, `${version}.mod`, `${version}.zip`],
      'helm/{channel}/index.yaml': [`${packages}/helm/stable/index.yaml`],
    };

    for (const [path, shown] of Object.entries(targets)) {
      const responses = responsesOf('GET', `projects/{id}/packages/${path}`);
      expect(Object.keys(responses)).toContain('416');
      for (const target of shown) {
        const { status, headers } = await owner.api.get(target);
        expect(status).toBe(200);
        expect(Object.keys(responses['200'].content)).toContain(headers.get('Content-Type')?.split(';')[0]);
      }
    }
  });

  it.each([
    ['PUT', 'nuget', 'nuget', ['multipart/form-data']],
    ['PUT', 'nuget/symbolpackage', 'nuget/symbolpackage', ['multipart/form-data']],
    ['POST', 'helm/api/{channel}/charts', 'helm/api/stable/charts', ['multipart/form-data']],
    ['POST', 'pypi', 'pypi', ['multipart/form-data']],
    ['POST', 'composer', 'composer', ['application/x-www-form-urlencoded', 'multipart/form-data']],
  ])('the forms that %s %s takes, and the 415 of other bodies', async (verb, path, target, types) => {
    const { status } = await owner.api.send(verb, `projects/${project.id}/packages/${target}`, Buffer.from('x'), {
      headers: { 'Content-Type': 'application/octet-stream' },
    });
    const described = operations.find(
      (one) => one.verb === verb && one.path.endsWith(`/projects/{id}/packages/${path}`),
    );

    expect(status).toBe(415);
    expect(Object.keys(described?.of.requestBody.content)).toEqual(types);
    expect(Object.keys(described?.of.responses)).toEqual(expect.arrayContaining(['408', '413', '415', '429', '503']));
  });

  it.each([
    ['projects', () => project.id],
    ['snippets', () => snippet.id],
    ['groups', async () => (await aGroup(owner.api)).id],
  ])('everything that a storage move tells of %s', async (kind, made) => {
    const moves = `${kind}/${await made()}/repository_storage_moves`;
    await app.admin.post(moves, { destination_storage_name: 'default' });

    const { body } = await app.admin.get(moves);
    const described: unknown = Value.Clean(
      schemaOf('GET', `${kind}/:id/repository_storage_moves`),
      structuredClone(body),
    );

    expect(body).toHaveLength(1);
    expect(described).toEqual(body);
    expect(errorsOf('GET', `${kind}/:id/repository_storage_moves`, body)).toEqual([]);
  });

  it.each([
    ['/api/v4/projects/{id}/variables/{key}', 'filter', { environment_scope: 'string' }],
    ['/api/v4/groups/{id}/variables/{key}', 'filter', { environment_scope: 'string' }],
    ['/api/v4/projects/{id}/repository/files/{file_path}/blame', 'range', { start: 'integer', end: 'integer' }],
  ])('how the query of %s writes the hash %s', (path, name, members) => {
    const described = operations.find((one) => one.verb === 'GET' && one.path === path);
    const { style, explode, schema } = described?.parameters.find((parameter) => parameter.name === name) ?? {};
    const properties: Readonly<Record<string, { readonly type: string }>> = schema?.properties ?? {};
    const types = Object.entries(properties).map(([key, { type }]) => [key, type]);

    expect({ style, explode, type: schema?.type }).toEqual({ style: 'deepObject', explode: true, type: 'object' });
    expect(Object.fromEntries(types)).toEqual(members);
  });

  it('that no job may be waiting for a runner', () => {
    expect(Object.keys(responsesOf('POST', 'jobs/request'))).toEqual(expect.arrayContaining(['201', '204']));
  });

  it('the texts of attributes in a 422, and the CAPTCHA that a 409 asks for', async () => {
    const document = (await app.anonymous.get('openapi.json')).body;
    const propertiesOf = (status: string) => {
      const { $ref } = responsesOf('POST', 'projects')[status];
      const { schema } = document.components.responses[$ref.split('/').pop()].content['application/json'];
      return document.components.schemas[schema.$ref.split('/').pop()].properties;
    };
    const texts = expect.objectContaining({ oneOf: [{ type: 'string' }, expect.objectContaining({ type: 'object' })] });

    expect(propertiesOf('422').message).toEqual(texts); // contract: triggers §3.6
    expect(propertiesOf('409')).toMatchObject({
      message: texts, // contract: conventions §15
      needs_captcha_response: { type: 'boolean' },
      spam_log_id: { type: 'integer' },
      captcha_site_key: { type: 'string' },
    });
  });

  it.each(['/oauth/token/info', '/oauth/userinfo'])(
    'the token in the query of %s, and the 400 of two',
    async (path) => {
      const { status } = await app.anonymous.get(`${path}?access_token=a`, { headers: { Authorization: 'Bearer a' } });
      const described = operations.find((operation) => operation.verb === 'GET' && operation.path === path);

      expect(status).toBe(400);
      expect(described?.parameters.map(({ name }) => name)).toEqual(['access_token']);
      expect(Object.keys(described?.of.responses)).toContain('400');
    },
  );

  it('the 400 of a token that is given twice', async () => {
    const { status, body } = await app.anonymous.get(`projects?access_token=${owner.token}`, bearer(owner.token));
    const document = (await app.anonymous.get('openapi.json')).body;
    const { $ref } = responsesOf('GET', 'projects')['400'];
    const { schema } = document.components.responses[$ref.split('/').pop()].content['application/json'];
    const { required = [], properties } = document.components.schemas[schema.$ref.split('/').pop()];

    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(required));
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(body)));
  });

  it('the 409 of a key that several variables have', async () => {
    const variables = `projects/${project.id}/variables`;
    for (const scope of ['*', 'production']) {
      await owner.api.post(variables, { key: 'TWICE', value: 'x', environment_scope: scope });
    }

    expect((await owner.api.get(`${variables}/TWICE`)).status).toBe(409);
    expect(Object.keys(responsesOf('GET', 'projects/{id}/variables/{key}'))).toContain('409');
  });

  it('the part of a log that a runner sends, and the 416 of another', () => {
    const described = operations.find(({ id }) => id === 'appendJobLog');

    expect(described?.parameters).toContainEqual(expect.objectContaining({ name: 'Content-Range', required: true }));
    expect(Object.keys(described?.of.responses)).toContain('416'); // contract: triggers §9
  });

  it('that everybody reads packages of public projects, and nobody publishes without credentials', async () => {
    const packages = `projects/${project.id}/packages`;
    await owner.api.send('PUT', `${packages}/generic/tool/1.0/a.bin`, Buffer.from('a'));
    const [reading, publishing] = ['downloadGenericPackageFile', 'uploadGenericPackageFile'].map(
      (name) => operations.find(({ id }) => id === name)?.of.security,
    );

    expect((await app.anonymous.get(`${packages}/generic/tool/1.0/a.bin`)).status).toBe(200);
    expect(reading).toEqual(expect.arrayContaining([{}, { deployToken: [] }, { oauth2: ['read_api'] }]));
    expect(publishing).not.toContainEqual({});
    expect((await app.anonymous.get(`${packages}/npm/-/whoami`)).status).toBe(401);
    expect(operations.find(({ id }) => id === 'getNpmUser')?.of.security).not.toContainEqual({});
  });

  it.each([
    ['/api/v4/projects/{id}/packages/npm/-/ping', () => `projects/${project.id}/packages/npm/-/ping`],
    ['/oauth/discovery/keys', () => '/oauth/discovery/keys'],
    ['/.well-known/openid-configuration', () => '/.well-known/openid-configuration'],
  ])('the 304 of %s', async (path, target) => {
    const { status } = await app.anonymous.get(target(), { headers: { 'If-None-Match': '*' } });
    const described = operations.find((operation) => operation.verb === 'GET' && operation.path === path);

    expect(status).toBe(304);
    expect(Object.keys(described?.of.responses)).toContain('304');
  });

  it.each([
    ['listProjectJobs', 'scope[]', 'success'],
    ['listProjectIncidents', 'state[]', 'closed'],
    ['listProjectAlertManagementAlerts', 'status[]', 'triggered'],
    ['createProjectAccessToken', 'scopes', 'read_api'],
    ['createApplication', 'scopes', 'openid'],
    ['updatePackageCleanupPolicy', 'package_types', 'npm'],
  ])('which words %s takes in %s', async (id, name, word) => {
    const { components } = (await app.anonymous.get('openapi.json')).body;
    const described = operations.find((one) => one.id === id);
    const inQuery = described?.parameters.find((parameter) => parameter.name === name)?.schema;
    const { $ref } = described?.of.requestBody?.content['application/json'].schema ?? {};
    const list = inQuery ?? components.schemas[$ref.split('/').pop()].properties[name];

    expect(list.items.enum).toContain(word);
  });

  it('the type of every attribute of a body', () => {
    const untyped = operations.flatMap(({ id, bodies }) =>
      bodies
        .flatMap(({ properties = {} }) => Object.entries(properties as Record<string, object>))
        .filter(([, schema]) => !['type', 'anyOf', '$ref'].some((key) => key in schema))
        .map(([name]) => `${id} ${name}`),
    );

    expect(untyped).toEqual([]);
  });

  it.each(['-1/manifests/v1', '-1/blobs/sha256:0', '-1/blobs/uploads/0'])(
    'the 400 of a name that is none, as in %s, and the limits of every request to the registry',
    async (target) => {
      const answers = await Promise.all(['GET', 'DELETE'].map((verb) => app.anonymous.send(verb, `/v2/${target}`)));
      const silent = operations
        .filter(({ path }) => path.startsWith('/v2'))
        .filter(({ of }) => ['400', '403', '414', '429', '503'].some((status) => !(status in of.responses)));

      expect(answers.map(({ status, body }) => [status, body.errors[0].code])).toEqual([
        [400, 'NAME_INVALID'],
        [400, 'NAME_INVALID'],
      ]);
      expect(silent.map(({ id }) => id)).toEqual([]);
    },
  );

  it('what SCIM lists by, and its conditions', () => {
    const described = (id: string) => operations.find((operation) => operation.id === id);
    const names = described('listScimUsers')?.parameters.map(({ name }) => name);

    expect(names).toEqual(expect.arrayContaining(['filter', 'startIndex', 'count', 'sortBy', 'attributes']));
    expect(Object.keys(described('getScimUser')?.of.responses)).toContain('304'); // contract: scim-graphql §A2
    for (const id of ['replaceScimUser', 'patchScimUser', 'deleteScimUser']) {
      expect(Object.keys(described(id)?.of.responses)).toContain('412');
    }
    expect(Object.keys(described('createScimUser')?.of.responses)).toEqual(
      expect.arrayContaining(['413', '415', '429']),
    );
  });

  it('the 414 of every address', async () => {
    const { status } = await app.anonymous.get(`projects?search=${'x'.repeat(9000)}`);
    const silent = operations.filter(({ path, of }) => path.startsWith('/api/v4/') && !of.responses['414']);

    expect(status).toBe(414);
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});

const NOWHERE = { name: unique('project'), namespace_id: 999_999_999 };
