import { aGroup, aMember, aProject, aToken, aUser, unique } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { FORBIDDEN, bad, missing, notFound } from '../../support/answers.js';
import { ISO_TIME, day } from '../../support/times.js';

let app: TestApp;
let user: TestUser;
let group: TestGroup;
let project: TestProject;
beforeAll(async () => {
  app = await startApp();
  user = await aUser(app);
  group = await aGroup(user.api);
  project = await aProject(user.api, { namespace_id: group.id });
});
afterAll(() => app.close());

const NO_TOKEN = { status: 404, text: '{"message":"404 Token Not Found"}' };
const NO_USER = notFound('User');

const RECORD = [
  'id',
  'name',
  'description',
  'revoked',
  'active',
  'created_at',
  'updated_at',
  'scopes',
  'user_id',
  'last_used_at',
  'expires_at',
];

/** Every kind of token: the path, the creator, the prefix and the additional fields of the record. */
const tokenKinds = () =>
  [
    { path: `users/${user.id}/personal_access_tokens`, api: app.admin, prefix: 'slpat_', extra: [] },
    { path: `users/${user.id}/impersonation_tokens`, api: app.admin, prefix: 'slpat_', extra: ['impersonation'] },
    { path: 'user/personal_access_tokens', api: user.api, prefix: 'slpat_', extra: [] },
    { path: `projects/${project.id}/access_tokens`, api: user.api, prefix: 'slprt_', extra: ['access_level'] },
    { path: `groups/${group.id}/access_tokens`, api: user.api, prefix: 'slgrt_', extra: ['access_level'] },
  ] as const;

const create = async (api: ApiClient, path: string, fields: object = {}) => {
  const { status, body } = await api.post(path, { name: unique('token'), scopes: ['api'], ...fields });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as { id: number; token: string; user_id: number; name: string };
};

describe('POST /users/:user_id/personal_access_tokens and other routes that create a token', () => {
  it('answer the value once, uncached, with the whole record', async () => {
    for (const { path, api, prefix, extra } of tokenKinds()) {
      const answer = await api.post(path, {
        name: 'n',
        scopes: ['read_api', 'api', 'api'],
        description: 'd',
        expires_at: day(2),
      });

      expect(answer.status).toBe(201);
      expect(Object.keys(answer.body).sort()).toEqual([...RECORD, ...extra, 'token'].sort());
      expect(answer.body).toMatchObject({
        name: 'n',
        description: 'd',
        scopes: ['read_api', 'api'],
        expires_at: day(2),
        revoked: false,
        active: true,
        last_used_at: null,
        created_at: expect.stringMatching(ISO_TIME),
      });
      expect(answer.body.token).toMatch(new RegExp(`^${prefix}[A-Za-z0-9_-]{43}$`));
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('etag')).toBeNull();
      const rows = await app.sql<{ digest: Buffer }>('select digest from access_tokens where id = $1', [
        answer.body.id,
      ]);
      expect(rows[0]!.digest).toHaveLength(32);
      expect((await app.as(answer.body.token).get('user')).status).toBe(200);
    }
  });

  it('have defaults for what is not sent', async () => {
    for (const { path, api } of tokenKinds()) {
      const { body } = await api.post(path, { name: 'n', scopes: 'read_api', expires_at: null });

      expect(body).toMatchObject({ description: null, expires_at: null, scopes: ['read_api'] });
      if (!path.startsWith('user')) {
        expect(body.access_level).toBe(40);
      }
    }
  });

  it.each([
    [{ name: undefined }, missing('name')],
    [{ scopes: undefined }, missing('scopes')],
    [{ name: undefined, scopes: undefined }, missing('name')],
    [{ scopes: null }, missing('scopes')],
    [{ scopes: '' }, missing('scopes')],
    [{ name: '' }, bad('name', "can't be blank")],
    [{ name: 'x'.repeat(256) }, bad('name', 'is too long (maximum is 255 characters)')],
    [{ scopes: [] }, bad('scopes', "can't be blank")],
    [{ scopes: [''] }, bad('scopes', "can't be blank")],
    [{ scopes: ['api', 'nonsense'] }, bad('scopes', 'does not have a valid value')],
    [{ scopes: ['API'] }, bad('scopes', 'does not have a valid value')],
    [{ scopes: ['openid'] }, bad('scopes', 'does not have a valid value')],
    [{ scopes: 'api,read_api' }, bad('scopes', 'does not have a valid value')],
    [{ scopes: [{}] }, bad('scopes', 'is invalid')],
    [{ scopes: ['sudo'] }, bad('scopes', 'does not have a valid value')],
    [{ expires_at: 'soon' }, bad('expires_at', 'is invalid')],
    [{ expires_at: '2030-02-30' }, bad('expires_at', 'is invalid')],
    [{ expires_at: day(0) }, bad('expires_at', 'must be in the future')],
    [{ expires_at: '2020-01-01' }, bad('expires_at', 'must be in the future')],
  ])('refuse %j', async (fields, answer) => {
    for (const { path, api } of tokenKinds()) {
      expect(await api.post(path, { name: 'n', scopes: ['api'], ...fields })).toMatchObject(answer);
    }
  });

  it('accept other scopes and levels for projects and groups', async () => {
    const admin = await aUser(app, { admin: true });
    expect(
      (await app.admin.post(`users/${admin.id}/personal_access_tokens`, { name: 'n', scopes: ['sudo'] })).status,
    ).toBe(201);
    for (const { path, api } of tokenKinds().slice(3)) {
      const all = ['api', 'read_api', 'read_repository', 'write_repository', 'read_registry', 'write_registry'];
      expect((await api.post(path, { name: 'n', scopes: all })).body.scopes).toEqual(all);
      expect(await api.post(path, { name: 'n', scopes: ['read_user'] })).toMatchObject(
        bad('scopes', 'does not have a valid value'),
      );
      for (const level of [0, 15, 60, 'x', '40x']) {
        expect(await api.post(path, { name: 'n', scopes: ['api'], access_level: level })).toMatchObject(
          bad('access_level', 'does not have a valid value'),
        );
      }
      for (const level of [10, 20, 30, 40, 50, '30']) {
        expect((await api.post(path, { name: 'n', scopes: ['api'], access_level: level })).body.access_level).toBe(
          Number(level),
        );
      }
    }
  });

  it('require for oneself a credential with the same scopes', async () => {
    const narrow = app.as(await aToken(app, user.id, { scopes: ['api', 'read_user'] }));

    expect((await narrow.post('user/personal_access_tokens', { name: 'n', scopes: ['api'] })).status).toBe(201);
    expect(
      await narrow.post('user/personal_access_tokens', { name: 'n', scopes: ['api', 'read_registry'] }),
    ).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope' },
    });
    const reader = app.as(await aToken(app, user.id, { scopes: ['read_api'] }));
    expect(await reader.post('user/personal_access_tokens', { name: 'n', scopes: ['read_api'] })).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope', scope: 'api' },
    });
  });

  it('require an existing user, and an administrator', async () => {
    for (const kind of ['personal_access_tokens', 'impersonation_tokens']) {
      expect(await app.admin.post(`users/999999/${kind}`, {})).toMatchObject(NO_USER);
      expect(await user.api.post(`users/${user.id}/${kind}`, {})).toMatchObject(FORBIDDEN);
      expect((await app.anonymous.post(`users/${user.id}/${kind}`, {})).status).toBe(401);
    }
    expect(await user.api.get(`users/${user.id}/impersonation_tokens`)).toMatchObject(FORBIDDEN);
  });
});

describe('every token that creates or rotates tokens', () => {
  const SUDO = {
    status: 403,
    body: { error: 'insufficient_scope', error_description: expect.any(String), scope: 'sudo' },
  };

  it('is refused as an impersonation token for its user and others', async () => {
    const person = await aUser(app, { admin: true });
    const own = await create(app.admin, `users/${person.id}/personal_access_tokens`);
    const { token } = await create(app.admin, `users/${person.id}/impersonation_tokens`);
    const impersonated = app.as(token);
    const fields = { name: 'n', scopes: ['api'] };

    expect(await impersonated.post('user/personal_access_tokens', fields)).toMatchObject(FORBIDDEN);
    expect(await impersonated.post(`users/${user.id}/personal_access_tokens`, fields)).toMatchObject(FORBIDDEN);
    expect(await impersonated.post(`users/${user.id}/impersonation_tokens`, fields)).toMatchObject(FORBIDDEN);
    expect(await impersonated.post(`personal_access_tokens/${own.id}/rotate`)).toMatchObject(FORBIDDEN);
    expect((await app.as(own.token).get('user')).status).toBe(200);
  });

  it('is refused a sudo token without sudo of its own', async () => {
    const person = await aUser(app, { admin: true });
    const base = `users/${person.id}/personal_access_tokens`;
    const strong = await create(app.admin, base, { scopes: ['api', 'sudo'] });
    const plain = app.as((await create(app.admin, base)).token);
    const fields = { name: 'n', scopes: ['api', 'sudo'] };

    expect(await plain.post(`personal_access_tokens/${strong.id}/rotate`)).toMatchObject(SUDO);
    expect(await plain.post(base, fields)).toMatchObject(SUDO);
    expect(await plain.post(`users/${person.id}/impersonation_tokens`, fields)).toMatchObject(SUDO);
    expect(await plain.post('user/personal_access_tokens', fields)).toMatchObject(SUDO);
    expect((await app.as(strong.token).post(`personal_access_tokens/${strong.id}/rotate`)).status).toBe(201);
  });

  it('is refused deploy tokens, triggers and runners as a bot of a project or group, since they would outlive it', async () => {
    for (const [kind, base] of [
      ['project', `projects/${project.id}`],
      ['group', `groups/${group.id}`],
    ] as const) {
      const bot = app.as((await create(user.api, `${base}/access_tokens`, { access_level: 50 })).token);
      const deploy = { name: 'd', scopes: ['read_registry'] };
      const runner = { runner_type: `${kind}_type`, [`${kind}_id`]: kind === 'project' ? project.id : group.id };

      expect(await bot.post(`${base}/deploy_tokens`, deploy)).toMatchObject(FORBIDDEN);
      expect(await bot.post(`projects/${project.id}/triggers`, { description: 'x' })).toMatchObject(FORBIDDEN);
      expect(await bot.post('user/runners', runner)).toMatchObject(FORBIDDEN);
    }
  });
});

describe('/users/:user_id/impersonation_tokens', () => {
  it('lists by state, shows and revokes, again and again', async () => {
    const person = await aUser(app);
    const base = `users/${person.id}/impersonation_tokens`;
    const [live, dead, old] = [
      await create(app.admin, base),
      await create(app.admin, base),
      await create(app.admin, base),
    ];
    await app.sql(`update access_tokens set expires_at = $1 where id = $2`, [day(0), old.id]);
    for (let twice = 0; twice < 2; twice++) {
      expect(await app.admin.delete(`${base}/${dead.id}`)).toMatchObject({ status: 204, text: '' });
    }
    const list = async (query = '') => {
      const { body } = await app.admin.get(`${base}${query}`);
      return (body as { id: number }[]).map(({ id }) => id);
    };

    expect(await list()).toEqual([live.id, dead.id, old.id]);
    expect(await list('?state=all')).toEqual([live.id, dead.id, old.id]);
    expect(await list('?state=active')).toEqual([live.id]);
    expect(await list('?state=inactive')).toEqual([dead.id, old.id]);
    expect(await app.admin.get(`${base}?state=odd`)).toMatchObject(bad('state', 'does not have a valid value'));
    expect((await app.admin.get(`${base}/${dead.id}`)).body).toMatchObject({
      id: dead.id,
      impersonation: true,
      revoked: true,
      active: false,
    });
    expect((await app.admin.get(`${base}/${old.id}`)).body).toMatchObject({ revoked: false, active: false });
    expect(Object.keys((await app.admin.get(`${base}/${live.id}`)).body)).not.toContain('token');
    expect(await app.admin.get(`users/${user.id}/impersonation_tokens/${live.id}`)).toMatchObject(NO_TOKEN);
    expect(await app.admin.delete(`${base}/999999`)).toMatchObject(NO_TOKEN);
    expect(await app.admin.get(`users/999999/impersonation_tokens/1`)).toMatchObject(NO_USER);
    const own = (await person.api.get('personal_access_tokens')).body as { id: number }[];
    expect(own.map(({ id }) => id)).not.toContain(live.id);
  });
});

describe('GET /personal_access_tokens', () => {
  it('lists own ones; administrators see all, and may filter by user', async () => {
    const [a, b] = [await aUser(app), await aUser(app)];
    const owners = async (api: ApiClient, query = '') => [
      ...new Set(
        ((await api.get(`personal_access_tokens?per_page=100&${query}`)).body as { user_id: number }[]).map(
          (t) => t.user_id,
        ),
      ),
    ];

    expect(await owners(a.api)).toEqual([a.id]);
    expect(await owners(a.api, `user_id=${a.id}`)).toEqual([a.id]);
    expect(await a.api.get(`personal_access_tokens?user_id=${b.id}`)).toMatchObject(FORBIDDEN);
    expect(await owners(app.admin)).toEqual(expect.arrayContaining([a.id, b.id]));
    expect(await owners(app.admin, `user_id=${b.id}`)).toEqual([b.id]);
    const kinds = await app.sql(`select 1 from access_tokens where kind <> 'personal'`);
    expect(kinds.length).toBeGreaterThan(0);
    const listed = (await app.admin.get('personal_access_tokens?per_page=100&sort=desc')).body as object[];
    expect(listed.every((token) => !('access_level' in token) && !('impersonation' in token))).toBe(true);
  });

  it('filters by state, name and times', async () => {
    const person = await aUser(app);
    const { api } = person;
    const [old, dead, late] = [
      await create(app.admin, `users/${person.id}/personal_access_tokens`, { name: 'Old one' }),
      await create(app.admin, `users/${person.id}/personal_access_tokens`, { name: 'dead one' }),
      await create(app.admin, `users/${person.id}/personal_access_tokens`, { name: 'late one', expires_at: day(30) }),
    ];
    await app.admin.delete(`personal_access_tokens/${dead.id}`);
    await app.sql(`update access_tokens set created_at = '2020-01-01', last_used_at = '2020-06-01' where id = $1`, [
      old.id,
    ]);
    const some = async (query: string) =>
      ((await api.get(`personal_access_tokens?search=one&${query}`)).body as { id: number }[]).map(({ id }) => id);

    expect(await some('')).toEqual([old.id, dead.id, late.id]);
    expect(await some('state=active')).toEqual([old.id, late.id]);
    expect(await some('state=inactive')).toEqual([dead.id]);
    expect(await some('revoked=true')).toEqual([dead.id]);
    expect(await some('revoked=false')).toEqual([old.id, late.id]);
    expect(await some('created_before=2021-01-01')).toEqual([old.id]);
    expect(await some('created_after=2021-01-01T00:00:00Z')).toEqual([dead.id, late.id]);
    expect(await some('last_used_before=2021-01-01')).toEqual([old.id]);
    expect(await some('last_used_after=2021-01-01')).toEqual([]);
    expect(await some(`expires_before=${day(31)}`)).toEqual([late.id]);
    expect(await some(`expires_after=${day(30)}`)).toEqual([]);
    expect(((await api.get('personal_access_tokens?search=OLD')).body as object[]).length).toBe(1);
    expect(await api.get('personal_access_tokens?state=odd')).toMatchObject(
      bad('state', 'does not have a valid value'),
    );
    expect(await api.get('personal_access_tokens?user_id=x')).toMatchObject(bad('user_id', 'is invalid'));
  });
});

describe('GET and DELETE /personal_access_tokens/:token_id', () => {
  it('answer the user and administrators, and 404 to others', async () => {
    const person = await aUser(app);
    const token = await create(app.admin, `users/${person.id}/personal_access_tokens`);

    for (const api of [person.api, app.admin]) {
      expect(Object.keys((await api.get(`personal_access_tokens/${token.id}`)).body).sort()).toEqual(
        [...RECORD].sort(),
      );
    }
    for (const method of ['get', 'delete'] as const) {
      expect(await user.api[method](`personal_access_tokens/${token.id}`)).toMatchObject(NO_TOKEN);
      expect(await user.api[method]('personal_access_tokens/999999')).toMatchObject(NO_TOKEN);
      expect((await app.anonymous[method](`personal_access_tokens/${token.id}`)).status).toBe(401);
    }
    expect(await user.api.post(`personal_access_tokens/${token.id}/rotate`)).toMatchObject(NO_TOKEN);
    for (let twice = 0; twice < 2; twice++) {
      expect(await person.api.delete(`personal_access_tokens/${token.id}`)).toMatchObject({ status: 204, text: '' });
    }
    expect((await app.as(token.token).get('user')).status).toBe(401);
  });
});

describe('/personal_access_tokens/self', () => {
  it('answers the record of the token that is sent, of any kind and with any scope', async () => {
    for (const { path, api, extra } of tokenKinds()) {
      const token = await create(api, path, { scopes: ['read_registry'] });
      const self = app.as(token.token);

      const answer = await self.get('personal_access_tokens/self');
      expect(answer).toMatchObject({ status: 200, body: { id: token.id, user_id: token.user_id } });
      expect(Object.keys(answer.body).sort()).toEqual([...RECORD, ...extra].sort());
      expect(await self.delete('personal_access_tokens/self')).toMatchObject({ status: 204, text: '' });
      expect(await self.get('personal_access_tokens/self')).toMatchObject({
        status: 401,
        body: { error_description: 'The token has been revoked.' },
      });
    }
    expect((await app.anonymous.get('personal_access_tokens/self')).status).toBe(401);
    expect((await app.anonymous.delete('personal_access_tokens/self')).status).toBe(401);
  });

  it('rotates into a successor with the same name, scopes and expiry, or another expiry', async () => {
    for (const { path, api, prefix } of tokenKinds()) {
      const old = await create(api, path, { scopes: ['read_api'], description: 'd', expires_at: day(3) });

      const answer = await app.as(old.token).post('personal_access_tokens/self/rotate');
      expect(answer).toMatchObject({
        status: 201,
        body: {
          name: old.name,
          description: 'd',
          scopes: ['read_api'],
          expires_at: day(3),
          user_id: old.user_id,
          active: true,
        },
      });
      expect(answer.body.id).not.toBe(old.id);
      expect(answer.body.token.startsWith(prefix)).toBe(true);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect((await app.as(old.token).get('user')).status).toBe(401);
      const next = await app.as(answer.body.token).post('personal_access_tokens/self/rotate', { expires_at: day(9) });
      expect(next.body.expires_at).toBe(day(9));
      expect(
        await app.as(next.body.token).post('personal_access_tokens/self/rotate', { expires_at: day(0) }),
      ).toMatchObject(bad('expires_at', 'must be in the future'));
    }
  });

  it('revokes the successors when a rotated token is used after the reuse window, and not within it', async () => {
    const token = await create(app.admin, `users/${user.id}/personal_access_tokens`);
    const first = (await app.as(token.token).post('personal_access_tokens/self/rotate')).body;
    const second = (await app.as(first.token).post('personal_access_tokens/self/rotate')).body;

    expect((await app.as(token.token).post('personal_access_tokens/self/rotate')).status).toBe(401);
    expect((await app.as(second.token).get('user')).status).toBe(200);
    await app.sql(`update access_tokens set rotated_at = now() - interval '11 s' where id = $1`, [token.id]);
    expect((await app.as(token.token).get('user')).status).toBe(401);
    expect((await app.as(second.token).get('user')).status).toBe(200);
    expect((await app.as(token.token).post('personal_access_tokens/self/rotate')).status).toBe(401);
    expect((await app.as(second.token).get('user')).status).toBe(401);
    const { body: events } = await app.admin.get(`audit_events?entity_type=User&entity_id=${user.id}&per_page=1`);
    expect(events[0]).toMatchObject({
      author_id: user.id,
      details: { custom_message: 'Revoked personal access token for reuse', target_id: second.id },
    });
  });
});

describe('POST /personal_access_tokens/:token_id/rotate', () => {
  it('succeeds for its user and administrators, once', async () => {
    const person = await aUser(app);
    for (const api of [person.api, app.admin]) {
      const token = await create(app.admin, `users/${person.id}/personal_access_tokens`);
      expect(await api.post(`personal_access_tokens/${token.id}/rotate`)).toMatchObject({
        status: 201,
        body: { user_id: person.id, token: expect.stringMatching(/^slpat_/) },
      });
      expect([401, 409]).toContain((await api.post(`personal_access_tokens/${token.id}/rotate`)).status);
    }
    expect(await app.admin.post('personal_access_tokens/999999/rotate')).toMatchObject(NO_TOKEN);
  });
});

describe('/projects/:id/access_tokens and /groups/:id/access_tokens', () => {
  const containers = () => [
    { base: `projects/${project.id}`, enough: [40, 50], tooLow: [10, 20, 30], of: { project } },
    { base: `groups/${group.id}`, enough: [50], tooLow: [10, 20, 30, 40], of: { group } },
  ];

  it('are managed by Maintainers of the project, or Owners of the group', async () => {
    for (const { base, enough, tooLow, of } of containers()) {
      const token = await create(user.api, `${base}/access_tokens`);
      for (const level of enough) {
        const { api } = await aMember(app, of, level);
        const own = await create(api, `${base}/access_tokens`, { access_level: level });
        expect((await api.get(`${base}/access_tokens`)).status).toBe(200);
        expect((await api.get(`${base}/access_tokens/${token.id}`)).body).toMatchObject({
          id: token.id,
          access_level: 40,
        });
        const next = await api.post(`${base}/access_tokens/${own.id}/rotate`, {});
        expect(next).toMatchObject({ status: 201, body: { user_id: own.user_id, access_level: level } });
        expect((await api.delete(`${base}/access_tokens/${next.body.id}`)).status).toBe(204);
      }
      for (const level of tooLow) {
        const { api } = await aMember(app, of, level);
        for (const [method, path] of [
          ['GET', ''],
          ['POST', ''],
          ['GET', `/${token.id}`],
          ['DELETE', `/${token.id}`],
          ['POST', `/${token.id}/rotate`],
          ['GET', '/999999'],
        ]) {
          expect(await api.send(method!, `${base}/access_tokens${path}`)).toMatchObject(FORBIDDEN);
        }
      }
      const stranger = await aUser(app);
      expect((await stranger.api.get(`${base}/access_tokens`)).status).toBe(404);
      expect((await app.anonymous.get(`${base}/access_tokens`)).status).toBe(401);
    }
  });

  it('create no token above the level of their creator', async () => {
    const maintainer = await aMember(app, { project }, 40);

    expect(
      await maintainer.api.post(`projects/${project.id}/access_tokens`, {
        name: 'n',
        scopes: ['api'],
        access_level: 50,
      }),
    ).toMatchObject({
      status: 403,
      text: '{"message":"403 Forbidden - The level is above your own"}',
    });
    const above = await app.admin.post(`projects/${project.id}/access_tokens`, {
      name: 'n',
      scopes: ['api'],
      access_level: 50,
    });
    expect(above.status).toBe(201);
    const tokenPath = `projects/${project.id}/access_tokens/${above.body.id}`;
    expect(await maintainer.api.post(`${tokenPath}/rotate`)).toMatchObject({
      status: 403,
      text: '{"message":"403 Forbidden - The level is above your own"}',
    });
    expect((await app.admin.post(`${tokenPath}/rotate`)).status).toBe(201);
  });

  it('have the level that their bot has by now, for reading and for rotation', async () => {
    const maintainer = await aMember(app, { project }, 40);
    const path = `projects/${project.id}/access_tokens`;
    const token = await create(user.api, path, { access_level: 30 });
    const member = `projects/${project.id}/members/${token.user_id}`;
    const before = await user.api.get(`${path}/${token.id}`);

    expect((await user.api.put(member, { access_level: 50 })).status).toBe(200);
    const raised = await user.api.get(`${path}/${token.id}`);
    const { body: report } = await user.api.get(`projects/${project.id}/access_report?per_page=100`);
    const refused = await maintainer.api.post(`${path}/${token.id}/rotate`);
    expect((await user.api.put(member, { access_level: 20 })).status).toBe(200);
    const lowered = await maintainer.api.post(`${path}/${token.id}/rotate`);

    expect(before.body.access_level).toBe(30);
    expect(raised.body.access_level).toBe(50);
    expect(raised.body.updated_at > before.body.updated_at).toBe(true);
    expect(report).toContainEqual(expect.objectContaining({ kind: 'project_token', id: token.id, level: 50 }));
    expect(refused).toMatchObject({
      status: 403,
      text: '{"message":"403 Forbidden - The level is above your own"}',
    });
    expect(lowered).toMatchObject({ status: 201, body: { user_id: token.user_id, access_level: 20 } });
  });

  it('answer 404 for a token of another project or group', async () => {
    const other = await aProject(user.api);
    const token = await create(user.api, `projects/${project.id}/access_tokens`);
    const ofGroup = await create(user.api, `groups/${group.id}/access_tokens`);

    for (const path of [
      `projects/${other.id}/access_tokens/${token.id}`,
      `groups/${group.id}/access_tokens/${token.id}`,
      `projects/${project.id}/access_tokens/${ofGroup.id}`,
      `projects/${project.id}/access_tokens/999999`,
      `personal_access_tokens/${token.id}`,
    ]) {
      expect(await user.api.get(path)).toMatchObject(NO_TOKEN);
      expect(await user.api.delete(path)).toMatchObject(NO_TOKEN);
      expect(await user.api.post(`${path}/rotate`)).toMatchObject(NO_TOKEN);
    }
    const listed = (await user.api.get(`projects/${project.id}/access_tokens?per_page=100`)).body as { id: number }[];
    expect(listed.map(({ id }) => id)).toContain(token.id);
    expect(listed.map(({ id }) => id)).not.toContain(ofGroup.id);
    expect(listed.every((listedToken) => !('token' in listedToken))).toBe(true);
  });

  it('answer 404 for a revoked token, and list it only when asked for', async () => {
    for (const { base } of containers()) {
      const path = `${base}/access_tokens`;
      const [live, dead, old] = [
        await create(user.api, path),
        await create(user.api, path),
        await create(user.api, path),
      ];
      await app.sql(`update access_tokens set expires_at = $1 where id = $2`, [day(0), old.id]);
      for (let twice = 0; twice < 2; twice++) {
        expect(await user.api.delete(`${path}/${dead.id}`)).toMatchObject({ status: 204, text: '' });
      }
      const listed = async (query: string) => {
        const { body } = await user.api.get(`${path}?per_page=100&${query}`);
        return (body as { id: number }[]).map(({ id }) => id).filter((id) => id >= live.id);
      };

      expect(await user.api.get(`${path}/${dead.id}`)).toMatchObject(NO_TOKEN);
      expect((await user.api.get(`${path}/${old.id}`)).body).toMatchObject({ revoked: false, active: false });
      expect(await listed('')).toEqual([live.id, old.id]);
      expect(await listed('state=active')).toEqual([live.id]);
      expect(await listed('state=inactive')).toEqual([dead.id, old.id]);
      expect(await listed('state=all')).toEqual([live.id, dead.id, old.id]);
      expect(await listed('revoked=true')).toEqual([dead.id]);
      expect(await listed('revoked=false')).toEqual([live.id, old.id]);
      expect(await user.api.get(`${path}?state=odd`)).toMatchObject(bad('state', 'does not have a valid value'));
    }
  });

  it('create tokens that act as a bot user with that role and nothing beyond', async () => {
    for (const { base } of containers()) {
      const token = await create(user.api, `${base}/access_tokens`, { name: 'A Robot', access_level: 40 });
      const bot = app.as(token.token);
      const { body: account } = await app.admin.get(`users/${token.user_id}`);
      const prefix = base.replace('s/', '_');

      expect(account).toMatchObject({
        name: 'A Robot',
        bot: true,
        state: 'active',
        is_admin: false,
        namespace_id: null,
      });
      expect(account.username).toMatch(new RegExp(`^${prefix}_bot_[0-9a-f]+$`));
      expect((await user.api.get(`${base}/members/${token.user_id}`)).body).toMatchObject({ access_level: 40 });
      expect(await bot.post(`${base}/access_tokens`, { name: 'n', scopes: ['api'] })).toMatchObject(FORBIDDEN);
      expect(await bot.post('user/personal_access_tokens', { name: 'n', scopes: ['api'] })).toMatchObject(FORBIDDEN);
      expect((await bot.post('groups', { name: 'x', path: unique('g') })).status).toBe(403);
      expect((await bot.post('projects', { name: unique('p') })).status).toBe(403);
      const elsewhere = await aGroup(user.api);
      expect(
        await user.api.post(`groups/${elsewhere.id}/members`, { user_id: token.user_id, access_level: 10 }),
      ).toMatchObject(bad('user_id', 'is invalid'));
      expect((await bot.put(`projects/${project.id}`, { description: 'by a bot' })).status).toBe(200);
    }
  });

  /** The successor of a token that came back too late. */
  async function aReusedToken(base: string) {
    const stolen = await create(user.api, `${base}/access_tokens`);
    const successor = (await app.as(stolen.token).post('personal_access_tokens/self/rotate')).body;
    await app.sql(`update access_tokens set rotated_at = now() - interval '11 s' where id = $1`, [stolen.id]);
    await app.as(stolen.token).post('personal_access_tokens/self/rotate');
    return successor;
  }

  it('end tokens with the membership of their bot, whose account remains as author', async () => {
    for (const { base } of containers()) {
      for (const end of ['delete', 'self', 'reuse'] as const) {
        const token = end === 'reuse' ? await aReusedToken(base) : await create(user.api, `${base}/access_tokens`);
        const answer =
          end === 'self'
            ? await app.as(token.token).delete('personal_access_tokens/self')
            : await user.api.delete(`${base}/access_tokens/${token.id}`);

        expect(answer.status).toBe(204);
        expect((await app.as(token.token).get('user')).status).toBe(401);
        expect((await user.api.get(`${base}/members/${token.user_id}`)).status).toBe(404);
        expect((await app.admin.get(`users/${token.user_id}`)).body.state).toBe('deactivated');
        expect((await user.api.delete(`${base}/access_tokens/${token.id}`)).status).toBe(204);
        expect(await user.api.get(`${base}/access_tokens/${token.id}`)).toMatchObject(NO_TOKEN);
      }
    }
  });

  it('keep the bot when a token rotates', async () => {
    const token = await create(user.api, `projects/${project.id}/access_tokens`, { expires_at: day(5) });
    const { body } = await user.api.post(`projects/${project.id}/access_tokens/${token.id}/rotate`);

    expect(body).toMatchObject({ user_id: token.user_id, expires_at: day(5) });
    expect((await app.as(body.token).get(`projects/${project.id}`)).status).toBe(200);
    expect((await app.as(token.token).get(`projects/${project.id}`)).status).toBe(401);
    expect((await app.admin.get(`users/${token.user_id}`)).body.state).toBe('active');
  });

  it('create tokens that are refused when their bot is blocked', async () => {
    const token = await create(user.api, `projects/${project.id}/access_tokens`);
    await app.admin.post(`users/${token.user_id}/block`);

    expect(await app.as(token.token).get('projects')).toMatchObject({
      status: 403,
      text: '{"message":"403 Forbidden - Your account has been blocked."}',
    });
  });

  it('create tokens whose bot joins no project or subgroup that it creates', async () => {
    const developer = app.as((await create(user.api, `groups/${group.id}/access_tokens`, { access_level: 30 })).token);
    const owner = await create(user.api, `groups/${group.id}/access_tokens`, { access_level: 50 });
    const path = unique('by-bot');

    const { status, body } = await developer.post('projects', { path, namespace_id: group.id });
    expect([status, body.permissions]).toEqual([
      201,
      { project_access: null, group_access: { access_level: 30, notification_level: 3 } },
    ]);
    expect((await developer.post('groups', { name: 'x', path: unique('s'), parent_id: group.id })).status).toBe(403);
    const sub = await app.as(owner.token).post('groups', { name: 'x', path: unique('s'), parent_id: group.id });
    expect(sub.status).toBe(201);
    expect((await user.api.get(`groups/${sub.body.id}/members`)).body).toEqual([]);
  });
});

describe('GET /groups/:id/audit_events after changes of tokens', () => {
  it('lists them for the project or group, also when the token ends itself', async () => {
    const base = `projects/${project.id}`;
    const token = await create(user.api, `${base}/access_tokens`);
    const { body: next } = await app.as(token.token).post('personal_access_tokens/self/rotate');
    await app.as(next.token).delete('personal_access_tokens/self');

    const { body } = await user.api.get(`groups/${group.id}/audit_events?per_page=3`);
    expect(body.map((event: { details: { custom_message: string } }) => event.details.custom_message)).toEqual([
      'Revoked project access token',
      'Rotated project access token',
      'Created project access token',
    ]);
    expect(body[0]).toMatchObject({ entity_type: 'Project', entity_id: project.id, author_id: token.user_id });
  });
});
