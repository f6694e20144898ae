import { aGroup, aMember, aToken, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER } from '../../support/levels.js';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
});
afterAll(() => app.close());

describe('/groups/:id/scim_tokens', () => {
  it('shows the value once, and lists tokens without it', async () => {
    const group = await aGroup(owner.api);
    const path = `groups/${group.id}/scim_tokens`;

    const made = await owner.api.post(path, { name: 'provider', default_access_level: 30, expires_at: '2999-01-02' });
    const { token, ...record } = made.body;
    const listed = await owner.api.get(path);

    expect([made.status, record, made.headers.get('cache-control')]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'provider',
        default_access_level: 30,
        scim_base_url: expect.stringMatching(`/api/scim/v2/groups/${group.full_path}$`),
        expires_at: '2999-01-02',
        created_at: expect.any(String),
        last_used_at: null,
      },
      'no-store',
    ]);
    expect(token).toMatch(/^slscim_[\w-]{43}$/);
    expect([listed.status, listed.body]).toEqual([200, [record]]);
  });

  it('requires a name, a known level and a day to come', async () => {
    const path = `groups/${(await aGroup(owner.api)).id}/scim_tokens`;

    expect((await owner.api.post(path, {})).body).toEqual({ message: '400 (Bad request) "name" not given' });
    expect((await owner.api.post(path, { name: 'a', default_access_level: 15 })).status).toBe(400);
    expect((await owner.api.post(path, { name: 'a', expires_at: '2020-01-01' })).status).toBe(400);
    expect((await owner.api.post(path, { name: 'a' })).body).toMatchObject({ default_access_level: 10 });
  });

  it('is for owners with the scope api alone', async () => {
    const group = await aGroup(owner.api, { visibility: 'private' });
    const path = `groups/${group.id}/scim_tokens`;
    const developer = await aMember(app, { group }, DEVELOPER);
    const reader = app.as(await aToken(app, owner.id, { scopes: ['read_api'] }));
    const stranger = await aUser(app);

    expect([
      (await developer.api.get(path)).status,
      (await reader.get(path)).status,
      (await stranger.api.post(path, { name: 'a' })).status,
    ]).toEqual([403, 403, 404]);
  });

  it('tries what a provider would do, and leaves nothing of it', async () => {
    const group = await aGroup(owner.api);
    const path = `groups/${group.id}/scim_tokens`;
    const { id } = (await owner.api.post(path, { name: 'a', default_access_level: 30 })).body;
    const stored = () => app.sql('select (select count(*) from users) u, (select count(*) from audit_events) a');
    const before = await stored();

    const { status, body } = await owner.api.post(`${path}/${id}/test`);

    expect([status, body.ok]).toEqual([200, true]);
    expect(body.checks.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok])).toEqual(
      ['token', 'create', 'find', 'patch', 'deactivate', 'delete'].map((name) => [name, true]),
    );
    expect(body.checks[1].detail).toBe('A user was created and became a member as Developer.');
    expect(await stored()).toEqual(before);
  });

  it('says at which step a provider would fail, and why', async () => {
    const group = await aGroup(owner.api);
    const path = `groups/${group.id}/scim_tokens`;
    const { id } = (await owner.api.post(path, { name: 'a' })).body;
    await app.sql('update scim_tokens set expires_at = current_date - 1 where id = $1', [id]);

    expect(await owner.api.post(`${path}/${id}/test`)).toMatchObject({
      status: 200,
      body: {
        ok: false,
        checks: [{ name: 'token', ok: false, detail: 'It has expired: every request is answered 401.' }],
      },
    });
    expect((await owner.api.post(`${path}/999999/test`)).status).toBe(404);
  });

  it('revokes a token once', async () => {
    const path = `groups/${(await aGroup(owner.api)).id}/scim_tokens`;
    const { id } = (await owner.api.post(path, { name: 'a' })).body;

    const answers = [await owner.api.delete(`${path}/${id}`), await owner.api.delete(`${path}/${id}`)];

    expect(answers.map(({ status }) => status)).toEqual([204, 404]);
    expect((await owner.api.get(path)).body).toEqual([]);
  });
});
