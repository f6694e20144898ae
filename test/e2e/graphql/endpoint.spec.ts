import { createHash } from 'node:crypto';
import { SettingsService } from '../../../src/core/settings/settings.service.js';
import { aProject, aToken, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ask, codesOf, dataOf, ENDPOINT, gid } from './ask.js';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
});
afterAll(() => app.close());

describe('POST /api/graphql', () => {
  it('answers who is asking, with the cost of the document', async () => {
    const { status, body, headers } = await ask(owner.api, '{ currentUser { id username publicEmail } }');

    expect([status, body]).toEqual([
      200,
      {
        data: { currentUser: { id: gid('User', owner.id), username: owner.username, publicEmail: null } },
        extensions: { cost: { complexity: 4, depth: 2, limit: 250 } },
      },
    ]);
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      expect.stringContaining('application/json'),
      'no-store',
    ]);
  });

  it('answers nobody who is anonymous, and shows public data', async () => {
    const open = await aProject(owner.api, { visibility: 'public' });
    const closed = await aProject(owner.api, { visibility: 'private' });
    const query =
      'query ($path: ID!) { currentUser { id } metadata { version apiVersion } project(fullPath: $path) { id } }';

    const answers = [];
    for (const { path_with_namespace: path } of [open, closed, { path_with_namespace: 'no/such' }]) {
      answers.push(await dataOf(app.anonymous, query, { path }));
    }

    const nobody = { currentUser: null, metadata: { version: null, apiVersion: 'v4' } };
    expect(answers).toEqual([
      { ...nobody, project: { id: gid('Project', open.id) } },
      { ...nobody, project: null },
      { ...nobody, project: null },
    ]);
  });

  it('answers up to ten documents of a list in their order', async () => {
    const queries = [
      { query: '{ metadata { apiVersion } }' },
      { query: '{' },
      { query: '{ currentUser { username } }' },
    ];

    const { status, body } = await owner.api.post(ENDPOINT, queries);
    const many = await owner.api.post(
      ENDPOINT,
      Array.from({ length: 11 }, () => queries[0]),
    );

    expect([status, body[0].data, body[1].errors[0].extensions, body[2].data]).toEqual([
      200,
      { metadata: { apiVersion: 'v4' } },
      { code: 'GRAPHQL_PARSE_FAILED' },
      { currentUser: { username: owner.username } },
    ]);
    expect(many.status).toBe(400);
  });

  it.each([
    ['a body without a query', {}, 'No query given'],
    ['no body', undefined, 'No query given'],
    ['an empty list', [], 'No query given'],
    ['a query that is no text', { query: 1 }, 'No query given'],
    ['variables that are no object', { query: '{ a }', variables: [1] }, 'variables must be an object'],
    ['malformed JSON', '{"query": ', 'The body is not valid JSON'],
  ])('answers 400 for %s', async (_what, body, message) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await app.anonymous.send('POST', ENDPOINT, body, { headers });

    expect([answer.status, answer.body]).toEqual([400, { errors: [{ message }] }]);
  });

  it('answers 401 for a refused token, 405 for GET and 415 for another type', async () => {
    const refused = await ask(app.as('no-such-token'), '{ currentUser { id } }');
    const got = await owner.api.get(`${ENDPOINT}?query={currentUser{id}}`);
    const form = await app.anonymous.send('POST', ENDPOINT, new URLSearchParams({ query: '{a}' }));

    expect([refused.status, refused.body]).toEqual([401, { errors: [{ message: 'Invalid token' }] }]);
    expect(refused.headers.get('www-authenticate')).toContain('Bearer');
    expect([got.status, got.headers.get('allow'), got.body.errors]).toEqual([
      405,
      expect.stringContaining('POST'),
      [{ message: expect.any(String) }],
    ]);
    expect([form.status, form.body.errors]).toEqual([415, [{ message: expect.any(String) }]]);
  });

  it('takes tokens from headers and from the address', async () => {
    const query = '{ currentUser { username } }';
    const answers = [
      await app.anonymous.post(ENDPOINT, { query }, { headers: { Authorization: `Bearer ${owner.token}` } }),
      await app.anonymous.post(`${ENDPOINT}?private_token=${owner.token}`, { query }),
      await app.anonymous.post(`${ENDPOINT}?access_token=${owner.token}`, { query }),
    ];

    expect(answers.map(({ body }) => body.data.currentUser.username)).toEqual(answers.map(() => owner.username));
  });

  it('reads with read_api, opens currentUser alone with read_user, and writes with api', async () => {
    const { path_with_namespace: path } = await aProject(owner.api);
    const readApi = app.as(await aToken(app, owner.id, { scopes: ['read_api'] }));
    const readUser = app.as(await aToken(app, owner.id, { scopes: ['read_user'] }));
    const project = `{ project(fullPath: "${path}") { name } }`;
    const create = `mutation { pipelineTriggerCreate(input: {projectPath: "${path}", description: "x"}) { errors } }`;

    expect((await ask(readApi, project)).body.data.project).not.toBeNull();
    expect((await ask(readUser, '{ currentUser { username } }')).body.data.currentUser).not.toBeNull();
    expect(codesOf(await ask(readUser, project))).toEqual(['FORBIDDEN']);
    const refused = await ask(readApi, create);
    expect([refused.body.data, codesOf(refused)]).toEqual([{ pipelineTriggerCreate: null }, ['FORBIDDEN']]);
    expect(await app.sql('select 1 from ci_triggers')).toEqual([]);
  });

  it('acts as another user by sudo, and records changes', async () => {
    const { path_with_namespace: path } = await aProject(owner.api);
    const headers = { Sudo: owner.username };
    const query = '{ currentUser { username } }';
    const create = `mutation { pipelineTriggerCreate(input: {projectPath: "${path}", description: "x"}) { errors } }`;

    const asOwner = await ask(app.admin, query, {}, { headers });
    const refused = await ask(owner.api, query, {}, { headers });
    const made = await app.admin.post(`${ENDPOINT}?dry_run=true`, { query: create }, { headers });

    expect(asOwner.body.data.currentUser.username).toBe(owner.username);
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      403,
      '403 Forbidden - Must be admin to use sudo',
    ]);
    expect(made.body.data).toEqual({ pipelineTriggerCreate: { errors: [] } });
    expect(
      await app.sql(`select 1 from audit_events where details::text like '%Sudo: POST /api/graphql%'`),
    ).toHaveLength(1);
  });

  it.each([
    ['a syntax error', '{ currentUser {', 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'an unknown operation',
      'query a { metadata { apiVersion } } query b { metadata { apiVersion } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['an id of another type', '{ package(id: "gid://slipway/User/1") { id } }', 'BAD_USER_INPUT'],
    ['an id that is none', '{ package(id: "7") { id } }', 'BAD_USER_INPUT'],
    ['a user without a name', '{ user { id } }', 'BAD_USER_INPUT'],
    ['first and last', '{ projects(first: 1, last: 1) { count } }', 'BAD_USER_INPUT'],
    ['a negative page', '{ projects(first: -1) { count } }', 'BAD_USER_INPUT'],
    ['a page that is too large', '{ projects(first: 101) { count } }', 'BAD_USER_INPUT'],
    ['a bad cursor', '{ projects(first: 1, after: "x") { nodes { id } } }', 'BAD_USER_INPUT'],
    ['a bad cursor of a page of which nothing is read', '{ projects(after: "x") { __typename } }', 'BAD_USER_INPUT'],
    ['a bad cursor beside a count', '{ projects(before: "x") { count } }', 'BAD_USER_INPUT'],
    ['a variable of another type', 'query ($n: Int!) { projects(first: $n) { count } }', 'BAD_USER_INPUT'],
    ['a zero character', '{ project(fullPath: "a\\u0000b") { id } }', 'BAD_USER_INPUT'],
  ])('answers 200 with the code of %s', async (_what, query, code) => {
    const answer = await ask(owner.api, query);

    expect([answer.status, codesOf(answer)]).toEqual([200, [code]]);
  });

  it('knows texts by their hash once they were sent', async () => {
    const query = '{ metadata { apiVersion } } # persisted';
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash } };

    const unknown = await owner.api.post(ENDPOINT, { extensions });
    const sent = await owner.api.post(ENDPOINT, { query, extensions });
    const known = await owner.api.post(ENDPOINT, { extensions });
    const wrong = await owner.api.post(ENDPOINT, { query: `${query}!`, extensions });

    expect([codesOf(unknown), codesOf(wrong)]).toEqual([['PERSISTED_QUERY_NOT_FOUND'], ['BAD_USER_INPUT']]);
    expect([sent.body.data, known.body.data]).toEqual([
      { metadata: { apiVersion: 'v4' } },
      { metadata: { apiVersion: 'v4' } },
    ]);
  });
});

describe('refusals of the request', () => {
  const anonymousLimit = (enabled: boolean) =>
    app.app.get(SettingsService).change({
      throttleUnauthenticatedApiEnabled: enabled,
      throttleUnauthenticatedApiRequestsPerPeriod: 1,
      throttleUnauthenticatedApiPeriodInSeconds: 10_000_000,
    });

  it('answer 403 for an account that is blocked', async () => {
    const blocked = await aUser(app);
    await app.admin.post(`users/${blocked.id}/block`);

    const { status, body } = await ask(blocked.api, '{ metadata { apiVersion } }');

    expect([status, body]).toEqual([403, { errors: [{ message: '403 Forbidden - Your account has been blocked.' }] }]);
  });

  it('answer 429 beyond the rate limit of REST', async () => {
    await anonymousLimit(true);
    const answers = [];
    for (let time = 0; time < 2; time++) {
      answers.push(await ask(app.anonymous, '{ metadata { apiVersion } }'));
    }
    await anonymousLimit(false);

    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    expect([answers[1]!.body, answers[1]!.headers.get('retry-after')]).toEqual([
      { errors: [{ message: expect.any(String) }] },
      expect.any(String),
    ]);
  });
});

describe('GET /api/graphql/schema', () => {
  it('answers the schema as text', async () => {
    const { status, headers, text } = await app.anonymous.get(`${ENDPOINT}/schema`);

    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain('type ContainerRepositoryTag {');
  });
});
