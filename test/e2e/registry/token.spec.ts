import { createPublicKey, verify } from 'node:crypto';
import { aGroup, aMember, aProject, aToken, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import {
  aDeployToken,
  anonymousRegistry,
  aMemberOf,
  aRegistryProject,
  claimsOf,
  jwtHeaderOf,
  registryAs,
} from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { ADMIN_TOKEN, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { inOneMoment } from '../../support/still-clock.js';
import { exchange, RegistryClient } from '../../support/registry-client.js';
import type { OciAnswer } from '../../support/registry-client.js';
import { DEVELOPER, GUEST, MAINTAINER, REPORTER } from '../../support/levels.js';

const EVERYTHING = 'pull,push,delete,*';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const loginAs = (username: string, secret: string) => new RegistryClient(app.url, { username, secret });
const admin = () => loginAs('root', ADMIN_TOKEN);

/** Actions that were granted on one repository. */
async function granted(client: RegistryClient, name: string, actions = EVERYTHING): Promise<string[]> {
  const { status, body } = await client.auth([`repository:${name}:${actions}`]);
  if (status !== 200) {
    return [];
  }
  return claimsOf(body.token).access.flatMap((entry: { actions: string[] }) => entry.actions);
}

const DENIED = { errors: [{ code: 'DENIED', message: 'access forbidden' }] };
const expectRefused = (answer: OciAnswer) => {
  expect(answer).toMatchObject({
    status: 401,
    body: { errors: [{ code: 'UNAUTHORIZED', message: 'HTTP Basic: Access denied' }] },
  });
  expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="[^"]+"$/);
};

describe('GET /jwt/auth', () => {
  it('answers a token that the published key verifies, with the claims of the contract', async () => {
    const { registry, owner, path } = await aRegistryProject(app);

    const answer = await registry.auth([`repository:${path}/app:push,pull`]);
    const keys = await exchange(app.url, 'GET', '/oauth/discovery/keys', {});

    expect(answer).toMatchObject({ status: 200, body: { expires_in: 300, access_token: answer.body.token } });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(new Date(answer.body.issued_at).toISOString()).toBe(answer.body.issued_at);
    const { token } = answer.body;
    const claims = claimsOf(token);
    expect(claims).toMatchObject({ iss: app.url, aud: 'container_registry', sub: owner.username });
    expect(claims.access).toEqual([{ type: 'repository', name: `${path}/app`, actions: ['push', 'pull'] }]);
    expect(claims.exp - claims.iat).toBe(300);
    expect(claims.iat - claims.nbf).toBe(5);
    expect(claims.jti).toMatch(/^[0-9a-f-]{36}$/);
    const header = jwtHeaderOf(token);
    expect(header).toMatchObject({ alg: 'RS256', typ: 'JWT' });
    const jwk = keys.body.keys.find(({ kid }: { kid: string }) => kid === header.kid);
    expect(jwk).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256' });
    expect(Object.keys(jwk).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    const [head, body, signature] = token.split('.');
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    expect(verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('accepts the service container_registry alone', async () => {
    for (const query of ['', '?service=other', '?service=']) {
      const answer = await exchange(app.url, 'GET', `/jwt/auth${query}`, {});
      expect(answer.status).toBe(404);
      expect(answer.bytes).toHaveLength(0);
    }
  });

  it('answers 404 to POST, so that clients use GET', async () => {
    expect((await exchange(app.url, 'POST', '/jwt/auth', { body: 'grant_type=password' })).status).toBe(404);
  });

  it('answers a login without scope with a token without access, and ignores what some clients add', async () => {
    const { registry, owner } = await aRegistryProject(app);
    const basic = Buffer.from(`${owner.username}:${owner.token}`).toString('base64');
    const path = `/jwt/auth?service=container_registry&account=${owner.username}&client_id=docker&offline_token=true`;

    expect(claimsOf((await registry.auth()).body.token).access).toEqual([]);
    expect((await exchange(app.url, 'GET', path, { headers: { authorization: `Basic ${basic}` } })).status).toBe(200);
  });

  it('reads several scopes in one value and in several, and leaves out what is not granted', async () => {
    const { registry, path } = await aRegistryProject(app);
    const foreign = await aRegistryProject(app);

    const { body } = await registry.auth([
      `repository:${path}/b:pull repository:${foreign.path}:pull plugin:x/y:pull nonsense`,
      `repository:${path}/a:delete,pull`,
      'registry:catalog:*',
    ]);

    expect(claimsOf(body.token).access).toEqual([
      { type: 'repository', name: `${path}/b`, actions: ['pull'] },
      { type: 'repository', name: `${path}/a`, actions: ['delete', 'pull'] },
    ]);
  });
});

describe('GET /jwt/auth and the names in its scopes', () => {
  it('find the project whose path is longest, with at most two segments behind it', async () => {
    const { registry, path } = await aRegistryProject(app);

    expect(await granted(registry, path, 'pull')).toEqual(['pull']);
    expect(await granted(registry, `${path}/a`, 'pull')).toEqual(['pull']);
    expect(await granted(registry, `${path}/a/b`, 'pull')).toEqual(['pull']);
    expect(await granted(registry, `${path}/a/b/c`, 'pull')).toEqual([]);
    expect(await granted(registry, path.split('/')[0]!, 'pull')).toEqual([]);
  });

  it('compare without case and answer in lower case', async () => {
    const owner = await aUser(app);
    const project = await aProject(owner.api, { path: 'MiXed', visibility: 'private' });

    const { body } = await registryAs(app, owner).auth([`repository:${project.path_with_namespace}/App:pull`]);

    const name = `${project.path_with_namespace.toLowerCase()}/app`;
    expect(claimsOf(body.token).access).toEqual([{ type: 'repository', name, actions: ['pull'] }]);
  });

  it('follow a project that was renamed', async () => {
    const { registry, path, project, owner } = await aRegistryProject(app);
    const renamed = `${path.split('/')[0]!}/renamed`;
    await owner.api.put(`projects/${project.id}`, { path: 'renamed' });

    expect(await granted(registry, renamed, 'pull')).toEqual(['pull']);
    expect(await granted(registry, path, 'pull')).toEqual([]);
  });
});

describe('GET /jwt/auth by role', () => {
  let fixture: RegistryProject;
  beforeAll(async () => {
    fixture = await aRegistryProject(app);
  });

  it.each([
    [GUEST, ['pull']],
    [REPORTER, ['pull']],
    [DEVELOPER, ['pull', 'push']],
    [MAINTAINER, ['pull', 'push', 'delete', '*']],
  ])('gives level %d of a private project %j', async (level, expected) => {
    const member = await aMemberOf(app, fixture, level);

    expect(await granted(registryAs(app, member), fixture.path)).toEqual(expected);
  });

  it('gives an administrator everything', async () => {
    expect(await granted(admin(), fixture.path)).toEqual(['pull', 'push', 'delete', '*']);
  });

  it('gives `*` only as itself', async () => {
    expect(await granted(fixture.registry, fixture.path, '*')).toEqual(['*']);
    expect(await granted(fixture.registry, fixture.path, 'pull,push,delete')).toEqual(['pull', 'push', 'delete']);
  });

  it('counts membership of a group above, at any depth', async () => {
    const owner = await aUser(app);
    const group = await aGroup(owner.api, { visibility: 'private' });
    const child = await aGroup(owner.api, { parent_id: group.id, visibility: 'private' });
    const project = await aProject(owner.api, { namespace_id: child.id, visibility: 'private' });
    const member = await aMember(app, { group }, DEVELOPER);

    expect(await granted(registryAs(app, member), project.path_with_namespace.toLowerCase())).toEqual(['pull', 'push']);
  });

  it('gives nobody more than pull in an archived project', async () => {
    const { project, path, owner, registry } = await aRegistryProject(app);
    await owner.api.post(`projects/${project.id}/archive`);

    expect(await granted(registry, path)).toEqual(['pull']);
    expect(await granted(admin(), path)).toEqual(['pull']);
  });
});

describe('GET /jwt/auth by visibility and registry level', () => {
  interface Viewers {
    readonly outsider: TestUser;
    readonly external: TestUser;
  }
  let viewers: Viewers;
  beforeAll(async () => {
    viewers = { outsider: await aUser(app), external: await aUser(app, { external: true }) };
  });

  it.each([
    // visibility, level, anonymous, outsider, external, guest, reporter
    ['public', 'enabled', 'yyyyy'],
    ['public', 'private', 'nnnny'],
    ['internal', 'enabled', 'nynyy'],
    ['internal', 'private', 'nnnny'],
    ['private', 'enabled', 'nnnyy'],
    ['private', 'private', 'nnnny'],
    ['public', 'disabled', 'nnnnn'],
    ['private', 'disabled', 'nnnnn'],
  ])(
    '%s project, level %s: pull for anonymous, outsider, external, Guest, Reporter is %s',
    async (visibility, level, yes) => {
      const fixture = await aRegistryProject(app, { visibility, container_registry_access_level: level });
      const guest = await aMemberOf(app, fixture, GUEST);
      const reporter = await aMemberOf(app, fixture, REPORTER);
      const clients = [
        anonymousRegistry(app),
        ...[viewers.outsider, viewers.external, guest, reporter].map((user) => registryAs(app, user)),
      ];

      const seen = await Promise.all(
        clients.map(async (client) => (await granted(client, fixture.path, 'pull')).length > 0),
      );

      expect(seen.map((one) => (one ? 'y' : 'n')).join('')).toBe(yes);
    },
  );

  it('gives nothing in a disabled registry, to its Owner and to administrators either', async () => {
    const { path, registry } = await aRegistryProject(app, { container_registry_access_level: 'disabled' });

    expect(await granted(registry, path)).toEqual([]);
    expect(await granted(admin(), path)).toEqual([]);
    expect((await registry.auth([`repository:${path}:pull`])).status).toBe(200);
  });

  it('treats the bot of a project token as external outside its own project', async () => {
    const own = await aRegistryProject(app);
    const internal = await aRegistryProject(app, { visibility: 'internal' });
    const { body } = await own.owner.api.post(`projects/${own.project.id}/access_tokens`, {
      name: 'bot',
      scopes: ['api'],
      access_level: DEVELOPER,
    });
    const bot = loginAs('anything', body.token);

    expect(await granted(bot, own.path)).toEqual(['pull', 'push']);
    expect(await granted(bot, internal.path)).toEqual([]);
  });
});

describe('GET /jwt/auth without credentials', () => {
  it('gets pull on a public, enabled registry when asking for more', async () => {
    const { path } = await aRegistryProject(app, { visibility: 'public' });

    const answer = await anonymousRegistry(app).auth([`repository:${path}:pull,push`]);

    expect(answer.status).toBe(200);
    expect(claimsOf(answer.body.token)).not.toHaveProperty('sub');
    expect(claimsOf(answer.body.token).access).toEqual([{ type: 'repository', name: path, actions: ['pull'] }]);
  });

  it('answers 403 when nothing is granted', async () => {
    const { path } = await aRegistryProject(app);
    const open = await aRegistryProject(app, { visibility: 'public' });
    const anonymous = anonymousRegistry(app);

    for (const scopes of [
      [],
      ['plugin:a/b:pull'],
      [`repository:${path}:pull`],
      [`repository:${open.path}:push`],
      ['registry:catalog:*'],
    ]) {
      expect(await anonymous.auth(scopes)).toMatchObject({ status: 403, body: DENIED });
    }
  });
});

describe('GET /jwt/auth with credentials', () => {
  let fixture: RegistryProject;
  let scope: string;
  beforeAll(async () => {
    fixture = await aRegistryProject(app);
    scope = `repository:${fixture.path}:${EVERYTHING}`;
  });

  it('gives an account password what the role allows, by user name and by e-mail', async () => {
    const { owner, path } = fixture;

    expect(await granted(loginAs(owner.username, owner.password), path)).toEqual(['pull', 'push', 'delete', '*']);
    expect(await granted(loginAs(owner.username.toUpperCase(), owner.password), path)).toHaveLength(4);
    expect(await granted(loginAs(`${owner.username}@example.com`, owner.password), path)).toHaveLength(4);
  });

  it.each([
    [['api'], ['pull', 'push', 'delete', '*']],
    [['read_registry'], ['pull']],
    [['write_registry'], ['push']],
    [
      ['read_registry', 'write_registry'],
      ['pull', 'push'],
    ],
  ])('gives a token with %j %j, with any user name', async (scopes, expected) => {
    const token = await aToken(app, fixture.owner.id, { scopes });

    expect(await granted(loginAs('any-name', token), fixture.path)).toEqual(expected);
  });

  it.each([[['read_api']], [['read_user']], [['read_repository', 'write_repository']]])(
    'refuses a token with %j, which has no registry scope',
    async (scopes) => {
      const token = await aToken(app, fixture.owner.id, { scopes });

      expect(await loginAs('x', token).auth([scope])).toMatchObject({ status: 403, body: DENIED });
    },
  );

  it('refuses wrong, expired and revoked secrets, and malformed headers', async () => {
    const { owner } = fixture;
    const expired = await aToken(app, owner.id);
    const revoked = await aToken(app, owner.id);
    await app.sql(`update access_tokens set expires_at = '2020-01-01' where digest = sha256($1)`, [expired]);
    await app.sql(`update access_tokens set revoked_at = now() where digest = sha256($1)`, [revoked]);

    for (const secret of ['wrong', '', expired, revoked]) {
      expectRefused(await loginAs(owner.username, secret).auth([scope]));
    }
    expectRefused(await loginAs('nobody-here', 'wrong').auth([scope]));
    for (const header of [
      `Basic ${Buffer.from('a\0b:c').toString('base64')}`,
      'Basic',
      'Basic !!!',
      `Basic ${Buffer.from('nocolon').toString('base64')}`,
    ]) {
      expectRefused(await anonymousRegistry(app).auth([scope], { headers: { authorization: header } }));
    }
  });

  it('refuses a password once the account has a second factor, without saying so; its tokens still work', async () => {
    const user = await aUser(app);
    await app.sql(`insert into two_factor (user_id, secret, confirmed_at) values ($1, 'x', now())`, [user.id]);

    expectRefused(await loginAs(user.username, user.password).auth());
    expectRefused(await loginAs(user.username, 'wrong').auth());
    expect((await loginAs(user.username, user.token).auth()).status).toBe(200);
    expect((await loginAs(fixture.owner.username, fixture.owner.password).auth()).status).toBe(200);
  });

  it('refuses a blocked user with every secret', async () => {
    const blocked = await aUser(app);
    await app.admin.post(`users/${blocked.id}/block`);

    expectRefused(await loginAs(blocked.username, blocked.token).auth());
    expectRefused(await loginAs(blocked.username, blocked.password).auth());
  });

  it('accepts an impersonation token only while impersonation is enabled', async () => {
    const { body } = await app.admin.post(`users/${fixture.owner.id}/impersonation_tokens`, {
      name: 'i',
      scopes: ['api'],
    });
    const before = await loginAs('x', body.token).auth([scope]);
    await app.sql(`update application_settings set impersonation_enabled = false`);
    await new Promise((resolve) => setTimeout(resolve, 1600)); // settings are held for a moment

    const after = await loginAs('x', body.token).auth([scope]);
    await app.sql(`update application_settings set impersonation_enabled = true`);

    expect(before.status).toBe(200);
    expectRefused(after);
  });

  it('accepts a deploy token for its project, by its scopes and with its own user name only', async () => {
    const { project, path } = fixture;
    const foreign = await aRegistryProject(app, { visibility: 'internal' });
    const reads = await aDeployToken(app, { projectId: project.id }, ['read_registry']);
    const writes = await aDeployToken(app, { projectId: project.id }, ['read_registry', 'write_registry']);
    const neither = await aDeployToken(app, { projectId: project.id }, ['read_repository']);

    expect(await granted(loginAs(reads.username, reads.secret), path)).toEqual(['pull']);
    expect(await granted(loginAs(writes.username, writes.secret), path)).toEqual(['pull', 'push']);
    expect(await granted(loginAs(writes.username, writes.secret), foreign.path)).toEqual([]);
    expect(await loginAs(neither.username, neither.secret).auth([scope])).toMatchObject({ status: 403, body: DENIED });
    expectRefused(await loginAs('other', reads.secret).auth([scope]));
  });

  it('accepts a deploy token of a group for the projects below it, and none that is expired or revoked', async () => {
    const owner = await aUser(app);
    const group = await aGroup(owner.api, { visibility: 'private' });
    const child = await aGroup(owner.api, { parent_id: group.id, visibility: 'private' });
    const project = await aProject(owner.api, { namespace_id: child.id, visibility: 'private' });
    const live = await aDeployToken(app, { groupId: group.id }, ['read_registry'], { expiresAt: '2999-01-01' });
    const expired = await aDeployToken(app, { groupId: group.id }, ['read_registry'], { expiresAt: '2020-01-01' });
    const revoked = await aDeployToken(app, { groupId: group.id }, ['read_registry'], { revokedAt: '2020-01-01' });

    const name = project.path_with_namespace.toLowerCase();
    expect(await granted(loginAs(live.username, live.secret), name)).toEqual(['pull']);
    expectRefused(await loginAs(expired.username, expired.secret).auth());
    expectRefused(await loginAs(revoked.username, revoked.secret).auth());
  });

  it('limits failed passwords like other sign-ins', () =>
    inOneMoment(app, async () => {
      const user = await aUser(app);
      const wrong = loginAs(user.username, 'wrong');
      const answers = [];
      for (let attempt = 0; attempt < 11; attempt += 1) {
        answers.push((await wrong.auth()).status);
      }

      const limited = await loginAs(user.username, user.password).auth();

      expect(answers).toEqual([...Array<number>(10).fill(401), 429]);
      expect(limited).toMatchObject({ status: 429, body: { errors: [{ code: 'TOOMANYREQUESTS' }] } });
      expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
      expect((await loginAs(user.username, user.token).auth()).status).toBe(200);
    }));
});

describe('GET /jwt/auth with the scope registry:catalog:*', () => {
  it('gives it to administrators, whole or not at all', async () => {
    const user = await aUser(app);
    const access = async (client: RegistryClient, text: string) =>
      claimsOf((await client.auth([text])).body.token).access;

    expect(await access(admin(), 'registry:catalog:*')).toEqual([
      { type: 'registry', name: 'catalog', actions: ['*'] },
    ]);
    expect(await access(admin(), 'registry:catalog:pull')).toEqual([]);
    expect(await access(admin(), 'registry:catalog:*,pull')).toEqual([]);
    expect(await access(registryAs(app, user), 'registry:catalog:*')).toEqual([]);
  });
});

describe('GET /jwt/auth and /v2/ with REGISTRY_ENABLED=false', () => {
  it('answer 404, whatever the verb', async () => {
    const closed = await startApp({ env: { REGISTRY_ENABLED: 'false' }, jobs: false });
    const client = new RegistryClient(closed.url);

    const refused = { status: 404, body: { errors: [{ code: 'UNAVAILABLE', message: 'registry not enabled' }] } };
    expect(await client.auth()).toMatchObject(refused);
    expect(await exchange(closed.url, 'POST', '/jwt/auth', {})).toMatchObject(refused);
    expect((await client.get('/v2/', { token: null })).status).toBe(404);
    expect((await client.get('a/b/manifests/c', { token: null })).status).toBe(404);
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      for (const path of ['/v2/', '/v2/_catalog', '/v2/a/b/tags/list', '/v2/a/b/manifests/c', '/jwt/auth']) {
        expect(await exchange(closed.url, method, path, {})).toMatchObject(refused);
      }
    }
    await closed.close();
  });
});

describe('GET /jwt/auth of several processes', () => {
  it('shares one key when they start at once, and each accepts the tokens of the others', async () => {
    const first = await startApp({ jobs: false });
    const second = await first.secondInstance();
    const keysOf = async (url: string) => (await exchange(url, 'GET', '/oauth/discovery/keys', {})).body.keys;

    const [some, others] = await Promise.all([keysOf(first.url), keysOf(second.url)]);
    const login = { username: 'root', secret: ADMIN_TOKEN };
    const token = await new RegistryClient(first.url, login).token();
    const elsewhere = await new RegistryClient(second.url).get('/v2/', { token });
    const stored = await first.sql<{ private_key: Buffer }>('select private_key from signing_keys');
    await second.close();
    await first.close();

    expect(some).toHaveLength(1);
    expect(others).toEqual(some);
    expect(elsewhere.status).toBe(200);
    expect(stored).toHaveLength(1);
    expect(stored[0]!.private_key.toString('latin1')).not.toContain('PRIVATE KEY');
  });

  it('lists a key that another process has made since', async () => {
    const first = await startApp({ jobs: false });
    const kids = async () => {
      const { body } = await exchange(first.url, 'GET', '/oauth/discovery/keys', {});
      return (body.keys as { kid: string }[]).map(({ kid }) => kid);
    };
    const [former] = await kids();
    await first.sql('update signing_keys set retired_at = now()');
    const second = await first.secondInstance();
    const token = await new RegistryClient(second.url, { username: 'root', secret: ADMIN_TOKEN }).token();

    expect(await kids()).toEqual([jwtHeaderOf(token).kid, former]);
    await second.close();
    await first.close();
  });
});
