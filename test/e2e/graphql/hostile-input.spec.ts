import { aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ask, codesOf, gid } from './ask.js';

let app: TestApp;
let owner: TestUser;
let path: string;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  path = (await aProject(owner.api)).path_with_namespace;
});
afterAll(() => app.close());

const TEXTS = [
  '',
  ' ',
  '%',
  '_',
  '\\',
  "'; drop table users; --",
  '../../etc/passwd',
  '${x}',
  '\u202e\u{1f600}',
  'x'.repeat(9000),
  '9'.repeat(40),
  '-1',
  gid('Package', '99999999999999999999'),
  Buffer.from('{"id":1,"_kd":"n"}').toString('base64url'),
  Buffer.from('{"created_at":"x","id":1,"_kd":"n"}').toString('base64url'),
  Buffer.from('{"created_at":"2026-01-01","id":{},"_kd":"n"}').toString('base64url'),
  Buffer.from('{"created_at":"2026-01-01","id":99999999999999999999,"_kd":"n"}').toString('base64url'),
  Buffer.from('{"created_at":"999999-01-01","id":"y","_kd":"n"}').toString('base64url'),
];

/** Each place of the schema that takes a text. */
const DOCUMENTS = [
  'query ($t: ID!) { project(fullPath: $t) { id } }',
  'query ($t: ID!) { group(fullPath: $t) { id } }',
  'query ($t: ID!) { user(id: $t) { id } }',
  'query ($t: String!) { user(username: $t) { id } }',
  'query ($t: ID!) { containerRepository(id: $t) { id } }',
  'query ($t: ID!) { package(id: $t) { id } }',
  'query ($t: ID!) { operation(id: $t) { id } }',
  'query ($t: String!) { projects(search: $t, first: 1) { count nodes { id } } }',
  'query ($t: String!) { projects(after: $t, first: 1) { nodes { id } } }',
  'query ($t: String!) { projects(before: $t, last: 1) { nodes { id } } }',
  ...[
    'containerRepositories(name: $t) { count nodes { id } }',
    'containerRepositories(after: $t) { nodes { id } }',
    'packages(packageName: $t) { count nodes { id } }',
    'packages(after: $t, sort: TYPE_DESC) { nodes { id } }',
    'pipelines(ref: $t, sha: $t) { count nodes { id } }',
    'pipelines(source: $t) { nodes { id } }',
    'alertManagementAlerts(search: $t) { count nodes { id } }',
    'alertManagementAlerts(iid: $t) { nodes { id } }',
    'alertManagementAlerts(after: $t, sort: SEVERITY_ASC) { nodes { id } }',
    'integrations(slug: $t) { nodes { id } }',
    'triggerTokens(after: $t) { nodes { id } }',
  ].map((field) => `query ($t: String!, $path: ID!) { project(fullPath: $path) { ${field} } }`),
  ...[
    'pipelineTriggerDelete',
    'httpIntegrationDestroy',
    'destroyPackage',
    'destroyPackageFile',
    'destroyContainerRepository',
  ].map((name) => `mutation ($t: ID!) { ${name}(input: {id: $t}) { errors } }`),
  'mutation ($t: String!, $path: ID!) { pipelineTriggerCreate(input: {projectPath: $path, description: $t}) { errors } }',
  'mutation ($t: String!, $path: ID!) { httpIntegrationCreate(input: {projectPath: $path, name: $t}) { errors } }',
  'mutation ($t: String!, $path: ID!) { integrationDisable(input: {projectPath: $path, slug: $t}) { errors } }',
  'mutation ($t: String!, $path: ID!) { updateProjectRegistryVisibility(input: {projectPath: $path, accessLevel: $t}) { errors } }',
  'mutation ($t: String!, $path: ID!) { updateAlertStatus(input: {projectPath: $path, iid: $t, status: RESOLVED}) { errors } }',
];

describe('a hostile text', () => {
  it.each(DOCUMENTS)('in %s is no fault of the service', async (query) => {
    const faults = [];
    for (const t of TEXTS) {
      const answer = await ask(owner.api, query, { t, ...(query.includes('$path') ? { path } : {}) });
      if (answer.status !== 200 || codesOf(answer).includes('INTERNAL_SERVER_ERROR')) {
        faults.push([t.slice(0, 40), answer.status, answer.text]);
      }
    }

    expect(faults).toEqual([]);
  });

  it.each(['\u0000', '\ud800'])('with characters that nothing holds is refused', async (t) => {
    const { status, body } = await owner.api.send(
      'POST',
      '/api/graphql',
      JSON.stringify({ query: 'query ($t: ID!) { project(fullPath: $t) { id } }', variables: { t } }),
      { headers: { 'Content-Type': 'application/json' } },
    );

    expect([status, body]).toEqual([400, { errors: [{ message: expect.any(String) }] }]);
  });

  it.each([[{ t: { deep: { er: 1 } } }], [{ t: [1] }], [{ t: true }], [{}], [{ t: null }]])(
    'and variables of other shapes are BAD_USER_INPUT',
    async (variables) => {
      const answer = await ask(owner.api, 'query ($t: ID!) { project(fullPath: $t) { id } }', variables);

      expect([answer.status, codesOf(answer)]).toEqual([200, ['BAD_USER_INPUT']]);
    },
  );
});
