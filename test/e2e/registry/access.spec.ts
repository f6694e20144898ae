import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { SigningKeysService } from '../../../src/core/signing-keys/signing-keys.service.js';
import { anImage, digestOf, pushImage, someBytes } from '../../builders/images.js';
import {
  aMemberOf,
  anonymousRegistry,
  aRegistryProject,
  claimsOf,
  jwtHeaderOf,
  registryAs,
} from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { aToken } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { aCode, anApplication, aSignedInBrowser, asClient, credentialsOf, exchangeCode } from '../../builders/oauth.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { RegistryClient } from '../../support/registry-client.js';
import type { OciAnswer } from '../../support/registry-client.js';
import { DEVELOPER, GUEST } from '../../support/levels.js';

const HOUR = 3600;

let app: TestApp;
let fixture: RegistryProject;
beforeAll(async () => {
  app = await startApp();
  fixture = await aRegistryProject(app);
  await pushImage(fixture.registry, fixture.path, 'v1');
});
afterAll(() => app.close());

const realm = () => `Bearer realm="${app.url}/jwt/auth",service="container_registry"`;
const challengeOf = ({ headers }: OciAnswer) => headers['www-authenticate'];
const mintWith = (claims: object) => app.app.get(SigningKeysService).sign({ ...claims });

/** The claims of a valid token for the fixture, to be changed. */
async function goodClaims(actions = 'pull,push,delete'): Promise<Record<string, unknown>> {
  return claimsOf(await fixture.registry.token(`repository:${fixture.path}:${actions}`));
}

describe('every route below /v2', () => {
  it.each([
    ['GET', '/v2/'],
    ['GET', '/v2/nothing/here'],
    ['GET', '/v2'],
    ['POST', '/v2/_catalog'],
    ['GET', '/v2/Upper/manifests/x'],
    ['GET', '/v2/%zz/manifests/x'],
    ['OPTIONS', '/v2/a/b/tags/list'],
  ])('sends the version of the protocol with %s %s', async (method, path) => {
    const answer = await anonymousRegistry(app).send(method, path, { token: null });

    expect(answer.headers['docker-distribution-api-version']).toBe('registry/2.0');
  });

  it('answers an error of the registry for an unknown path', async () => {
    for (const path of ['/v2/nothing', '/v2/a/b', '/v2/a/b/manifests', '/v2/a/b/blobs/x/y']) {
      expect(await anonymousRegistry(app).get(path, { token: null })).toMatchObject({
        status: 404,
        body: { errors: [{ code: 'NAME_UNKNOWN' }] },
      });
    }
  });

  it.each([
    ['PATCH', 'manifests/x'],
    ['POST', 'manifests/x'],
    ['PUT', 'tags/list'],
    ['POST', `blobs/${digestOf('')}`],
    ['GET', 'blobs/uploads/'],
    ['POST', `referrers/${digestOf('')}`],
  ])('answers 405 UNSUPPORTED to the other verbs of %s %s', async (method, path) => {
    const answer = await fixture.registry.send(method, `${fixture.path}/${path}`);

    expect(answer).toMatchObject({ status: 405, body: { errors: [{ code: 'UNSUPPORTED' }] } });
    expect(answer.headers.allow).toBeTruthy();
  });

  it.each([
    ['GET', 'tags/list', { token: null }, 401],
    ['GET', 'manifests/unknown', {}, 404],
    ['GET', 'blobs/uploads/unknown', {}, 404],
    ['PATCH', 'tags/list', {}, 405],
  ])('answers code, message and detail to a refused %s %s', async (method, path, request, status) => {
    const answer = await fixture.registry.send(method, `${fixture.path}/${path}`, request);

    expect(answer.status).toBe(status);
    const { errors } = answer.body as { errors: readonly object[] };
    expect(errors.map((error) => Object.keys(error).sort())).toEqual([['code', 'detail', 'message']]);
  });

  it('answers no body to a refused HEAD', async () => {
    const answer = await fixture.registry.head(`${fixture.path}/manifests/unknown`);

    expect(answer.status).toBe(404);
    expect(answer.bytes).toHaveLength(0);
  });

  it('answers 400 to characters that are not allowed', async () => {
    for (const path of ['tags/list?last=%00', 'manifests/a%00b', 'manifests/%ff', 'blobs/uploads/?digest=%00']) {
      const answer = await fixture.registry.send(path.includes('uploads') ? 'POST' : 'GET', `${fixture.path}/${path}`);
      expect([answer.status, answer.body.errors.length]).toEqual([400, 1]);
    }
  });

  it('answers 500 without details of the failure', async () => {
    const token = await fixture.registry.token(`repository:${fixture.path}:pull`);
    await app.sql(`alter table container_manifests rename to away`);
    const broken = await fixture.registry.get(`${fixture.path}/manifests/v1`, { token });
    await app.sql(`alter table away rename to container_manifests`);

    expect(broken.status).toBe(500);
    expect(broken.body.errors).toHaveLength(1);
    expect(JSON.stringify(broken.body)).not.toMatch(/container_manifests|select/);
  });
});

describe('/v2/:name/...', () => {
  it.each(['A/b', 'a//b', '/a', 'a/', 'a..b/c', 'a b', 'a%2F%2Fb', '-a/b', 'a/b-', 'a/' + 'b'.repeat(260)])(
    'answers 400 to a name outside the grammar such as %j with or without a token',
    async (name) => {
      for (const token of [null, 'nonsense']) {
        expect(
          await fixture.registry.get(`/v2/${encodeURI(name).replaceAll('%25', '%')}/manifests/x`, { token }),
        ).toMatchObject({
          status: 400,
          body: { errors: [{ code: 'NAME_INVALID' }] },
        });
      }
    },
  );

  it('accepts a name that contains the words of the protocol', async () => {
    for (const rest of ['/manifests', '/blobs/uploads', '/tags/list', '/manifests/tags']) {
      const image = await pushImage(fixture.registry, fixture.path + rest, 'v1');

      expect((await fixture.registry.get(`${fixture.path}${rest}/manifests/v1`)).bytes).toEqual(image.bytes);
      expect((await fixture.registry.get(`${fixture.path}${rest}/tags/list`)).body.tags).toEqual(['v1']);
    }
  });
});

describe('GET /v2/', () => {
  it('answers 200 to any valid token and names the token endpoint to others', async () => {
    const token = await fixture.registry.token();

    const answer = await fixture.registry.get('/v2/', { token });
    const closed = await fixture.registry.get('/v2/', { token: null });

    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(closed).toMatchObject({ status: 401, body: { errors: [{ code: 'UNAUTHORIZED' }] } });
    expect(challengeOf(closed)).toBe(realm());
    expect(challengeOf(await fixture.registry.get('/v2/', { token: 'x.y.z' }))).toBe(
      `${realm()},error="invalid_token"`,
    );
  });

  it('accepts bearer tokens alone', async () => {
    const basic = Buffer.from(`${fixture.owner.username}:${fixture.owner.token}`).toString('base64');
    for (const authorization of [`Basic ${basic}`, `Bearer ${fixture.owner.token}`, 'Bearer']) {
      expect((await fixture.registry.get('/v2/', { token: null, headers: { authorization } })).status).toBe(401);
    }
  });
});

describe('WWW-Authenticate of the registry', () => {
  it.each([
    ['GET', 'manifests/v1', 'pull'],
    ['HEAD', `blobs/${digestOf('')}`, 'pull'],
    ['GET', 'tags/list', 'pull'],
    ['PUT', 'manifests/v1', 'pull,push'],
    ['POST', 'blobs/uploads/', 'pull,push'],
    ['DELETE', 'manifests/v1', 'delete'],
    ['DELETE', `blobs/${digestOf('')}`, 'delete'],
    ['DELETE', 'blobs/uploads/00000000-0000-4000-8000-000000000000', 'pull,push'],
  ])('names for %s %s the scope %s', async (method, path, actions) => {
    const answer = await fixture.registry.send(method, `${fixture.path}/${path}`, { token: null });

    expect(answer.status).toBe(401);
    expect(challengeOf(answer)).toBe(`${realm()},scope="repository:${fixture.path}:${actions}"`);
  });

  it('names both repositories of a mount in one scope', async () => {
    const path = `${fixture.path}/blobs/uploads/?mount=${digestOf('x')}&from=other/image`;

    expect(challengeOf(await fixture.registry.post(path, { token: null }))).toBe(
      `${realm()},scope="repository:${fixture.path}:pull,push repository:other/image:pull"`,
    );
  });

  it('is insufficient_scope for a token that names another repository or too little', async () => {
    const other = await fixture.registry.token(`repository:${fixture.path}/other:pull`);
    const reader = await fixture.registry.token(`repository:${fixture.path}:pull`);
    const expected = (actions: string) =>
      `${realm()},scope="repository:${fixture.path}:${actions}",error="insufficient_scope"`;

    expect(challengeOf(await fixture.registry.get(`${fixture.path}/manifests/v1`, { token: other }))).toBe(
      expected('pull'),
    );
    expect(challengeOf(await fixture.registry.post(`${fixture.path}/blobs/uploads/`, { token: reader }))).toBe(
      expected('pull,push'),
    );
    expect(challengeOf(await fixture.registry.delete(`${fixture.path}/manifests/v1`, { token: reader }))).toBe(
      expected('delete'),
    );
  });
});

describe('/v2/:name/... with a bearer token', () => {
  const read = (token: string) => fixture.registry.get(`${fixture.path}/manifests/v1`, { token });
  const now = () => Math.floor(Date.now() / 1000);

  it.each([
    ['expired', () => ({ exp: now() - 1 })],
    ['not yet open', () => ({ nbf: now() + 60 })],
    ['of another issuer', () => ({ iss: 'https://elsewhere.example' })],
    ['for another audience', () => ({ aud: 'other' })],
    ['without an end', () => ({ exp: undefined })],
  ])('refuses a token that is %s', async (_what, change) => {
    const answer = await read(await mintWith({ ...(await goodClaims()), ...change() }));

    expect(answer.status).toBe(401);
    expect(challengeOf(answer)).toContain(',error="invalid_token"');
  });

  it('refuses another key or algorithm', async () => {
    const good = await fixture.registry.token(`repository:${fixture.path}:pull`);
    const [, body = ''] = good.split('.');
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const forgedText = `${part({ ...jwtHeaderOf(good) })}.${body}`;
    const forged = `${forgedText}.${sign('sha256', Buffer.from(forgedText), privateKey).toString('base64url')}`;
    const hsText = `${part({ ...jwtHeaderOf(good), alg: 'HS256' })}.${body}`;
    const hs = `${hsText}.${createHmac('sha256', 'x').update(hsText).digest('base64url')}`;
    const none = `${part({ alg: 'none', typ: 'JWT' })}.${body}.`;

    expect((await read(good)).status).toBe(200);
    for (const token of [forged, hs, none, `${good}x`, good.slice(0, -4)]) {
      expect(challengeOf(await read(token))).toContain('error="invalid_token"');
    }
  });

  it('accepts `*` for everything on its repository', async () => {
    const token = await mintWith({
      ...(await goodClaims()),
      access: [{ type: 'repository', name: fixture.path, actions: ['*'] }],
    });

    expect((await read(token)).status).toBe(200);
    expect((await fixture.registry.post(`${fixture.path}/blobs/uploads/`, { token })).status).toBe(202);
  });

  it('allows writes, and no reads, with push alone', async () => {
    const token = await fixture.registry.token(`repository:${fixture.path}:push`);

    expect((await fixture.registry.post(`${fixture.path}/blobs/uploads/`, { token })).status).toBe(202);
    expect((await read(token)).status).toBe(401);
  });
});

describe('/v2/:name/... with a token whose rights have changed', () => {
  it('refuses at once when the registry is disabled, and Guests when it is private', async () => {
    const open = await aRegistryProject(app);
    await pushImage(open.registry, open.path, 'v1');
    const guest = registryAs(app, await aMemberOf(app, open, GUEST));
    const token = await guest.token(`repository:${open.path}:pull`);
    const owners = await open.registry.token(`repository:${open.path}:pull,push`);
    const level = (value: string) =>
      open.owner.api.put(`projects/${open.project.id}`, { container_registry_access_level: value });
    const status = async (bearer: string) =>
      (await open.registry.get(`${open.path}/manifests/v1`, { token: bearer })).status;

    expect([await status(token), await status(owners)]).toEqual([200, 200]);
    await level('private');
    expect([await status(token), await status(owners)]).toEqual([401, 200]);
    await level('disabled');
    expect([await status(token), await status(owners)]).toEqual([401, 401]);
    expect((await open.registry.post(`${open.path}/blobs/uploads/`, { token: owners })).status).toBe(401);
    await level('enabled');
    expect([await status(token), await status(owners)]).toEqual([200, 200]);
  });

  it('answers pulls and refuses pushes when the project is archived', async () => {
    const kept = await aRegistryProject(app);
    const image = await pushImage(kept.registry, kept.path, 'v1');
    const token = await kept.registry.token(`repository:${kept.path}:pull,push,delete`);
    await kept.owner.api.post(`projects/${kept.project.id}/archive`);

    expect((await kept.registry.get(`${kept.path}/manifests/v1`, { token })).status).toBe(200);
    expect((await kept.registry.get(`${kept.path}/blobs/${digestOf(image.blobs[0]!)}`, { token })).status).toBe(200);
    expect((await kept.registry.post(`${kept.path}/blobs/uploads/`, { token })).status).toBe(401);
    expect((await kept.registry.delete(`${kept.path}/manifests/v1`, { token })).status).toBe(401);
  });

  it('refuses a manifest whose body ends after the rights did', async () => {
    const slow = await aRegistryProject(app);
    await pushImage(slow.registry, slow.path, 'v1');
    const { bytes, headers } = await slow.registry.get(`${slow.path}/manifests/v1`);
    const put = async (token: string, tag: string, meanwhile: () => Promise<unknown>): Promise<number> => {
      const body = new PassThrough();
      const type = { 'content-type': String(headers['content-type']) };
      const answer = slow.registry.put(`${slow.path}/manifests/${tag}`, { token, headers: type, body });
      body.write(bytes.subarray(0, 10));
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await meanwhile();
      body.end(bytes.subarray(10));
      return (await answer).status;
    };
    const [kept, removed] = [await aMemberOf(app, slow, DEVELOPER), await aMemberOf(app, slow, DEVELOPER)];
    const [good, bad] = await Promise.all(
      [kept, removed].map((user) => registryAs(app, user).token(`repository:${slow.path}:pull,push`)),
    );

    expect(await put(good!, 'v2', () => Promise.resolve())).toBe(201);
    const remove = () => slow.owner.api.delete(`projects/${slow.project.id}/members/${removed.id}`);
    expect(await put(bad!, 'v3', remove)).toBe(401);
    expect((await slow.registry.get(`${slow.path}/tags/list`)).body.tags).toEqual(['v1', 'v2']);
  });

  it('refuses for a deleted project, a removed member and a blocked user', async () => {
    const gone = await aRegistryProject(app, { visibility: 'public' });
    await pushImage(gone.registry, gone.path, 'v1');
    const developer = await aMemberOf(app, gone, DEVELOPER);
    const token = await registryAs(app, developer).token(`repository:${gone.path}:pull,push`);
    const anonymous = await anonymousRegistry(app).token(`repository:${gone.path}:pull`);
    const push = async () => (await gone.registry.post(`${gone.path}/blobs/uploads/`, { token })).status;
    const pull = async (bearer: string) =>
      (await gone.registry.get(`${gone.path}/manifests/v1`, { token: bearer })).status;

    expect([await push(), await pull(anonymous)]).toEqual([202, 200]);
    await gone.owner.api.delete(`projects/${gone.project.id}/members/${developer.id}`);
    expect([await push(), await pull(token)]).toEqual([401, 200]);
    await app.admin.post(`users/${developer.id}/block`);
    expect(await pull(token)).toBe(401);
    await gone.owner.api.delete(`projects/${gone.project.id}`);
    expect(await pull(anonymous)).toBe(401);
  });
});

describe('/v2 with a token whose credential was revoked', () => {
  const pushes = async (token: string) =>
    (await fixture.registry.post(`${fixture.path}/blobs/uploads/`, { token })).status === 202;
  const given = (username: string, secret: string) =>
    new RegistryClient(app.url, { username, secret }).token(`repository:${fixture.path}:pull,push`);

  it('refuses that of a personal token, also for an upload that has begun', async () => {
    const developer = await aMemberOf(app, fixture, DEVELOPER);
    const [token, another] = [
      await given(developer.username, developer.token),
      await given(developer.username, await aToken(app, developer.id)),
    ];
    const { headers } = await fixture.registry.post(`${fixture.path}/blobs/uploads/`, { token });
    expect((await developer.api.delete('personal_access_tokens/self')).status).toBe(204);

    expect([await pushes(token), await pushes(another)]).toEqual([false, true]);
    const refused = await fixture.registry.patch(String(headers.location), { token, body: someBytes() });
    expect([refused.status, challengeOf(refused)]).toEqual([401, expect.stringContaining('insufficient_scope')]);
    expect((await fixture.registry.get(`${fixture.path}/manifests/v1`, { token })).status).toBe(401);
  });

  it('refuses that of a password that was changed, or that no longer suffices', async () => {
    for (const end of [
      (user: TestUser) => app.admin.put(`users/${user.id}`, { password: 'another password' }),
      (user: TestUser) =>
        app.sql(`insert into two_factor (user_id, secret, confirmed_at) values ($1, 'x', now())`, [user.id]),
    ]) {
      const developer = await aMemberOf(app, fixture, DEVELOPER);
      const token = await given(developer.username, developer.password);
      const ofToken = await given(developer.username, developer.token);
      const { headers } = await fixture.registry.post(`${fixture.path}/blobs/uploads/`, { token });
      await app.admin.put(`users/${developer.id}`, { name: 'Somebody else' });
      expect(await pushes(token)).toBe(true);

      await end(developer);
      expect([await pushes(token), await pushes(ofToken)]).toEqual([false, true]);
      const refused = await fixture.registry.patch(String(headers.location), { token, body: someBytes() });
      expect(refused.status).toBe(401);
    }
  });

  it('refuses that of a project token, and of an impersonation token while these are off', async () => {
    const { api } = fixture.owner;
    const tokens = `projects/${fixture.project.id}/access_tokens`;
    const { body: made } = await api.post(tokens, { name: 'ci', scopes: ['api'], access_level: 30 });
    const { body: lent } = await app.admin.post(`users/${fixture.owner.id}/impersonation_tokens`, {
      name: 'lent',
      scopes: ['api'],
    });
    const [ofProject, ofImpersonation] = [await given('ci', made.token), await given('lent', lent.token)];
    expect([await pushes(ofProject), await pushes(ofImpersonation)]).toEqual([true, true]);

    await api.delete(`${tokens}/${made.id}`);
    await app.admin.put('application/settings', { impersonation_enabled: false });
    const left = [await pushes(ofProject), await pushes(ofImpersonation)];
    await app.admin.put('application/settings', { impersonation_enabled: true });

    expect(left).toEqual([false, false]);
  });

  it('refuses that of an OAuth token once its authorization is withdrawn, not after a refresh or its end', async () => {
    const application = await anApplication(app, { scopes: 'api' });
    const user = await aSignedInBrowser(app);
    await fixture.owner.api.post(`projects/${fixture.project.id}/members`, { user_id: user.id, access_level: 30 });
    const { body } = await exchangeCode(app, application, await aCode(user.browser, application));
    const token = await given('oauth2', body.access_token);
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    expect((await asClient(app, 'token', { ...credentialsOf(application), ...refresh })).status).toBe(200);
    await app.sql('update oauth_access_tokens set expires_at = now()');
    expect(await pushes(token)).toBe(true);

    expect((await user.api.delete(`user/authorized_applications/${application.id}`)).status).toBe(204);
    expect(await pushes(token)).toBe(false);
  });
});

describe('/v2/:name/blobs/uploads/:session with an expired token', () => {
  const sessionOf = (answer: OciAnswer) => String(answer.headers.location);
  const lateToken = async (hours: number, changes: object = {}) =>
    mintWith({ ...(await goodClaims()), exp: Math.floor(Date.now() / 1000) - hours * HOUR, ...changes });

  it('finishes the upload that began with it, for 12 hours', async () => {
    const bytes = someBytes();
    const location = sessionOf(await fixture.registry.post(`${fixture.path}/blobs/uploads/`));
    const token = await lateToken(11);

    const patched = await fixture.registry.patch(location, { token, body: bytes });
    const asked = await fixture.registry.get(location, { token });
    const finished = await fixture.registry.put(`${location}?digest=${digestOf(bytes)}`, { token });

    expect([patched.status, asked.status, finished.status]).toEqual([202, 204, 201]);
  });

  it('cancels the upload', async () => {
    const location = sessionOf(await fixture.registry.post(`${fixture.path}/blobs/uploads/`));

    expect((await fixture.registry.delete(location, { token: await lateToken(11) })).status).toBe(204);
  });

  it('refuses after 12 hours, others than its opener, and every other route at once', async () => {
    const location = sessionOf(await fixture.registry.post(`${fixture.path}/blobs/uploads/`));
    const developer = await aMemberOf(app, fixture, DEVELOPER);
    const others = claimsOf(await registryAs(app, developer).token(`repository:${fixture.path}:pull,push`));
    const late = await lateToken(1);

    const answers = [
      await fixture.registry.patch(location, { token: await lateToken(12.01), body: 'x' }),
      await fixture.registry.patch(location, {
        token: await mintWith({ ...others, exp: Date.now() / 1000 - HOUR }),
        body: 'x',
      }),
      await fixture.registry.get(`${location}0`, { token: late }),
      await fixture.registry.post(`${fixture.path}/blobs/uploads/`, { token: late }),
      await fixture.registry.get(`${fixture.path}/manifests/v1`, { token: late }),
      await fixture.registry.put(`${fixture.path}/manifests/v1`, { token: late, body: anImage().bytes }),
    ];

    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(challengeOf(answer)).toContain('error="invalid_token"');
    }
  });
});
