import { aGroup, aMember, aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { RegistryClient } from '../../support/registry-client.js';
import { DEVELOPER, MAINTAINER } from '../../support/levels.js';

const SCOPES = [
  'read_repository',
  'read_registry',
  'write_registry',
  'read_package_registry',
  'write_package_registry',
];

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
});
afterAll(() => app.close());

const ofProject = async () => `projects/${(await aProject(owner.api)).id}/deploy_tokens`;
const ofGroup = async () => `groups/${(await aGroup(owner.api)).id}/deploy_tokens`;

async function create(path: string, fields: object = {}, api: ApiClient = owner.api) {
  const { status, body } = await api.post(path, { name: 'ci', scopes: ['read_registry'], ...fields });
  expect([status, body.message]).toEqual([201, undefined]);
  return body;
}

/** Whether the token endpoint takes user name and secret. */
const login = async (username: string, secret: string): Promise<number> =>
  (await new RegistryClient(app.url, { username, secret }).auth()).status;

describe.each([
  ['a project', ofProject],
  ['a group', ofGroup],
])('/deploy_tokens of %s', (_what, pathOf) => {
  it('shows the value once, and lists tokens without it', async () => {
    const path = await pathOf();

    const answer = await owner.api.post(path, { name: 'ci', scopes: SCOPES });
    const { token, ...record } = answer.body;
    const listed = await owner.api.get(path);

    expect([answer.status, record, answer.headers.get('cache-control')]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'ci',
        username: `deploy-token-${record.id}`,
        expires_at: null,
        revoked: false,
        expired: false,
        scopes: SCOPES,
      },
      'no-store',
    ]);
    expect(token).toMatch(/^sldt_[A-Za-z0-9_-]{43}$/);
    expect([listed.status, listed.body, listed.headers.get('x-total')]).toEqual([200, [record], '1']);
    expect(listed.text).not.toContain(token);
  });

  it('takes a user name and an expiry', async () => {
    const path = await pathOf();

    const day = await create(path, { username: 'robot', expires_at: '2999-01-02' });
    const past = await create(path, { expires_at: '2020-01-02T03:04:05Z' });

    expect([day.username, day.expires_at, day.expired]).toEqual(['robot', '2999-01-02T00:00:00.000Z', false]);
    expect([past.expires_at, past.expired]).toEqual(['2020-01-02T03:04:05.000Z', true]);
    expect([await login('robot', day.token), await login(past.username, past.token)]).toEqual([200, 401]);
  });

  it('requires a name and known scopes', async () => {
    const path = await pathOf();
    const post = async (body: object) => (await owner.api.post(path, body)).body.message;

    expect(await post({ scopes: ['read_registry'] })).toBe('400 (Bad request) "name" not given');
    expect(await post({ name: 'x' })).toBe('400 (Bad request) "scopes" not given');
    expect(await post({ name: ' ', scopes: ['api', 'read_registry'], username: 'a:b', expires_at: 'soon' })).toEqual({
      name: ["can't be blank"],
      scopes: ['does not have a valid value'],
      username: ['is invalid'],
      expires_at: ['is invalid'],
    });
    expect(await post({ name: 'x', scopes: [] })).toEqual({ scopes: ["can't be blank"] });
    expect(await post({ name: 'x', scopes: ['read_registry'], username: 'x'.repeat(256) })).toEqual({
      username: ['is too long (maximum is 255 characters)'],
    });
  });

  it('deletes a token, which is refused and listed nowhere from then on', async () => {
    const path = await pathOf();
    const { id, username, token } = await create(path);
    expect(await login(username, token)).toBe(200);

    const answers = [await owner.api.delete(`${path}/${id}`), await owner.api.delete(`${path}/${id}`)];

    expect(answers.map(({ status }) => status)).toEqual([204, 404]);
    expect(await login(username, token)).toBe(401);
    expect((await owner.api.get(path)).body).toEqual([]);
  });

  it('lists those that expired, too, unless active ones are asked for', async () => {
    const path = await pathOf();
    const live = await create(path);
    const past = await create(path, { expires_at: '2020-01-02T03:04:05Z' });
    const listed = async (query: string) =>
      ((await owner.api.get(`${path}${query}`)).body as { id: number }[]).map(({ id }) => id);

    expect(await listed('')).toEqual([live.id, past.id]);
    expect(await listed('?active=false')).toEqual([live.id, past.id]);
    expect(await listed('?active=true')).toEqual([live.id]);
  });

  it.each(['', ' '])('takes the user name %j for none', async (username) => {
    const created = await create(await pathOf(), { username, expires_at: '' });

    expect(created).toMatchObject({ username: `deploy-token-${created.id}`, expires_at: null });
  });

  it('answers 404 for a token of another project or group', async () => {
    const [path, other] = [await pathOf(), await pathOf()];
    const { id } = await create(path);

    expect(await owner.api.delete(`${other}/${id}`)).toMatchObject({
      status: 404,
      body: { message: '404 Deploy Token Not Found' },
    });
    expect(await owner.api.delete(`${other}/99999999`)).toMatchObject({ status: 404 });
    expect((await owner.api.get(other)).body).toEqual([]);
  });

  it('creates no token that REST accepts', async () => {
    const { token } = await create(await pathOf(), { scopes: SCOPES });

    expect((await app.as(token).get('user')).status).toBe(401);
    for (const header of ['Authorization', 'DEPLOY-TOKEN']) {
      const headers = { [header]: header === 'Authorization' ? `Bearer ${token}` : token };
      expect((await app.anonymous.get('user', { headers })).status).toBe(401);
    }
    expect((await app.anonymous.get(`projects?access_token=${token}`)).status).toBe(401);
  });

  it('writes audit events without the value', async () => {
    const { id, token } = await create(await pathOf());

    const events = await app.sql<{ details: object }>(
      `select details from audit_events where details->>'target_type' = 'DeployToken' and details->>'target_id' = $1`,
      [String(id)],
    );

    expect(events).toMatchObject([{ details: { custom_message: 'Created deploy token', target_details: 'ci' } }]);
    expect(JSON.stringify(events)).not.toContain(token);
    expect(await app.sql(`select 1 from deploy_tokens where encode(digest, 'escape') = $1`, [token])).toEqual([]);
  });
});

describe('/deploy_tokens by role', () => {
  it('requires Maintainer of the project', async () => {
    const project = await aProject(owner.api);
    const path = `projects/${project.id}/deploy_tokens`;
    const maintainer = await aMember(app, { project }, MAINTAINER);
    const developer = await aMember(app, { project }, DEVELOPER);

    const { id } = await create(path, {}, maintainer.api);

    for (const answer of [
      await developer.api.get(path),
      await developer.api.post(path, {}),
      await developer.api.delete(`${path}/${id}`),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { message: '403 Forbidden' } });
    }
    expect((await maintainer.api.delete(`${path}/${id}`)).status).toBe(204);
  });

  it('requires Owner of the group', async () => {
    const group = await aGroup(owner.api);
    const path = `groups/${group.id}/deploy_tokens`;
    const maintainer = await aMember(app, { group }, MAINTAINER);

    expect((await maintainer.api.get(path)).status).toBe(403);
    expect((await (await aMember(app, { group }, 50)).api.get(path)).status).toBe(200);
  });
});

describe('GET /jwt/auth with a deploy token of a group', () => {
  it('accepts it for all projects below, as far as its scopes allow', async () => {
    const group = await aGroup(owner.api);
    const below = await aGroup(owner.api, { parent_id: group.id });
    const inside = await aProject(owner.api, { namespace_id: below.id });
    const outside = await aProject(owner.api);
    const { username, token } = await create(`groups/${group.id}/deploy_tokens`);
    const client = new RegistryClient(app.url, { username, secret: token });
    const access = async (path: string) => {
      const { body } = await client.auth([`repository:${path}:pull,push`]);
      return JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString()).access;
    };

    expect(await access(inside.path_with_namespace)).toEqual([
      { type: 'repository', name: inside.path_with_namespace, actions: ['pull'] },
    ]);
    expect(await access(outside.path_with_namespace)).toEqual([]);
  });
});
