import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  anApplication,
  aPublicApplication,
  asClient,
  aSignedInBrowser,
  basic,
  credentialsOf,
  refresh,
  someTokens,
} from '../../builders/oauth.js';
import type { TestApplication, TestTokens } from '../../builders/oauth.js';
import { aGroup } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import type { Answer } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { WebBrowser } from '../../support/web-browser.js';
import { bearer, isLive } from '../../builders/oauth.js';
import { inOneMoment } from '../../support/still-clock.js';
import { Clock } from '../../../src/common/time/clock.js';

let app: TestApp;
let user: TestUser & { readonly browser: WebBrowser };
let application: TestApplication;
let other: TestApplication;
let spa: TestApplication;
beforeAll(async () => {
  app = await startApp();
  user = await aSignedInBrowser(app);
  application = await anApplication(app);
  other = await anApplication(app);
  spa = await aPublicApplication(app);
});
afterAll(() => app.close());

const tokensOf = (client = application, more = {}): Promise<TestTokens> => someTokens(app, client, user.browser, more);
const byPassword = async () =>
  (await asClient(app, 'token', { grant_type: 'password', username: user.username, password: user.password }))
    .body as TestTokens;

function expectProtocolHeaders({ headers }: Answer): void {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('pragma')).toBe('no-cache');
}

function expectDone(answer: Answer): void {
  expect([answer.status, answer.text]).toEqual([200, '{}']);
  expectProtocolHeaders(answer);
}

function expectRefusal(answer: Answer, status: number, error: string): void {
  expect([answer.status, answer.body.error]).toEqual([status, error]);
  expect(answer.body.error_description).toEqual(expect.any(String));
  expectProtocolHeaders(answer);
}

describe('POST /oauth/revoke', () => {
  const revoke = (fields: Record<string, string>, headers = {}) => asClient(app, 'revoke', fields, headers);

  it.each<[string, (tokens: TestTokens) => string]>([
    ['an access token', (tokens) => tokens.access_token],
    ['a refresh token', (tokens) => tokens.refresh_token],
  ])('ends the whole family by %s, again and again', async (_name, pick) => {
    for (const client of [application, spa]) {
      const tokens = await tokensOf(client);
      for (const hint of [undefined, 'access_token', 'refresh_token', 'nonsense']) {
        expectDone(
          await revoke({
            token: pick(tokens),
            ...credentialsOf(client),
            ...(hint === undefined ? {} : { token_type_hint: hint }),
          }),
        );
      }

      expect(await isLive(app, tokens.access_token)).toBe(false);
      expectRefusal(await refresh(app, client, tokens.refresh_token), 400, 'invalid_grant');
    }
  });

  it('takes JSON and Basic', async () => {
    const [one, two] = [await tokensOf(), await tokensOf()];
    expectDone(await app.anonymous.post('/oauth/revoke', { token: one.access_token, ...credentialsOf(application) }));
    expectDone(await revoke({ token: two.refresh_token }, basic(application.uid, application.secret)));

    expect([await isLive(app, one.access_token), await isLive(app, two.access_token)]).toEqual([false, false]);
  });

  it('answers {} for everything that is not a live token', async () => {
    const dead = await tokensOf();
    await revoke({ token: dead.access_token, ...credentialsOf(application) });
    for (const token of ['', 'x', 'é', '0'.repeat(64), user.token, dead.access_token, dead.refresh_token]) {
      for (const as of [{}, credentialsOf(application), credentialsOf(other)]) {
        expectDone(await revoke({ token, ...as }));
      }
    }
    expectDone(await revoke({}));
    expectDone(await app.anonymous.send('POST', '/oauth/revoke'));
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const headers = { 'Content-Type': type };
      expectDone(await app.anonymous.send('POST', '/oauth/revoke', undefined, { headers }));
    }
    expect((await user.api.get('user')).status).toBe(200);
  });

  it('refuses wrong credentials for any token', async () => {
    const { access_token: token } = await tokensOf();
    for (const [fields, headers] of [
      [{ client_id: application.uid, client_secret: 'wrong' }, {}],
      [{ client_id: application.uid }, {}],
      [{ client_id: 'nobody' }, {}],
      [{}, basic(application.uid, 'wrong')],
    ] as const) {
      expectRefusal(await revoke({ token, ...fields }, headers), 401, 'invalid_client');
      expectRefusal(await revoke({ token: 'x', ...fields }, headers), 401, 'invalid_client');
    }
    expect(await isLive(app, token)).toBe(true);
  });

  it('refuses the token of another application, and leaves it alive', async () => {
    const tokens = await tokensOf();
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      for (const as of [{}, credentialsOf(other), credentialsOf(spa)]) {
        expectRefusal(await revoke({ token, ...as }), 403, 'unauthorized_client');
      }
    }
    expect(await isLive(app, tokens.access_token)).toBe(true);
  });

  it('needs no client for a token without application', async () => {
    const { access_token: token } = await byPassword();
    expectDone(await revoke({ token }));

    expect(await isLive(app, token)).toBe(false);
  });

  it('answers all of many at once', async () => {
    const tokens = await tokensOf();
    const both = [tokens.access_token, tokens.refresh_token];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => revoke({ token: both[at % 2]!, ...credentialsOf(application) })),
    );

    answers.forEach(expectDone);
    expect(await isLive(app, tokens.access_token)).toBe(false);
  });

  it('ends the pair of a refresh that has used the refresh token up, before or at the same moment', async () => {
    const [before, meanwhile] = [await tokensOf(), await tokensOf()];
    const renewed = (await refresh(app, application, before.refresh_token)).body as TestTokens;

    expectRefusal(await revoke({ token: before.refresh_token, ...credentialsOf(other) }), 403, 'unauthorized_client');
    expect(await isLive(app, renewed.access_token)).toBe(true);
    expectDone(await revoke({ token: before.refresh_token, ...credentialsOf(application) }));
    const [{ body }, answer] = await Promise.all([
      refresh(app, application, meanwhile.refresh_token),
      revoke({ token: meanwhile.refresh_token, ...credentialsOf(application) }),
    ]);

    expectDone(answer);
    expect(await isLive(app, renewed.access_token)).toBe(false);
    expectRefusal(await refresh(app, application, renewed.refresh_token), 400, 'invalid_grant');
    expect(await isLive(app, body.access_token ?? meanwhile.access_token)).toBe(false);
  });

  it('refuses what is malformed', async () => {
    expectRefusal(
      await asClient(app, 'revoke', [
        ['token', 'x'],
        ['token', 'y'],
      ]),
      400,
      'invalid_request',
    );
    expectRefusal(await app.anonymous.send('POST', '/oauth/revoke?token=x', ''), 400, 'invalid_request');
    expect((await app.anonymous.get('/oauth/revoke')).status).toBe(405);
  });
});

describe('GET /oauth/token/info', () => {
  it('answers the exact record of the token, by header or parameter', async () => {
    const { access_token: token } = await tokensOf(application, { scope: 'api read_user' });
    await inOneMoment(app, async () => {
      await app.sql(`update oauth_access_tokens set expires_at = $1 where revoked_at is null`, [
        app.app.get(Clock).in(100),
      ]);
      for (const answer of [
        await app.anonymous.get('/oauth/token/info', bearer(token)),
        await app.anonymous.get(`/oauth/token/info?access_token=${token}`),
      ]) {
        expectProtocolHeaders(answer);
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({
          resource_owner_id: user.id,
          scope: ['api', 'read_user'],
          expires_in: expect.any(Number),
          application: { uid: application.uid },
          created_at: expect.any(Number),
          scopes: ['api', 'read_user'],
          expires_in_seconds: answer.body.expires_in,
        });
        expect(answer.body.expires_in).toBe(100);
      }
    });
  });

  it('has a null application for the password grant without one', async () => {
    const { access_token: token } = await byPassword();

    expect((await app.anonymous.get('/oauth/token/info', bearer(token))).body.application).toEqual({ uid: null });
  });

  it('refuses everything else', async () => {
    const tokens = await tokensOf();
    const [expired, rotated, revoked] = [await tokensOf(), await tokensOf(), await tokensOf()];
    const digest = createHash('sha256').update(expired.access_token).digest();
    await app.sql(`update oauth_access_tokens set expires_at = now() where digest = $1`, [digest]);
    await refresh(app, application, rotated.refresh_token);
    await asClient(app, 'revoke', { token: revoked.refresh_token, ...credentialsOf(application) });
    const dead = [expired, rotated, revoked].map(({ access_token: token }) => token);
    for (const token of ['', 'x', '0'.repeat(64), user.token, tokens.refresh_token, ...dead]) {
      const answer = await app.anonymous.get('/oauth/token/info', bearer(token));

      expectRefusal(answer, 401, 'invalid_token');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    expectRefusal(await user.browser.get('/oauth/token/info'), 401, 'invalid_token');
    const path = `/oauth/token/info?access_token=${tokens.access_token}`;
    expectRefusal(await app.anonymous.get(path, bearer(tokens.access_token)), 400, 'invalid_request');
    expectRefusal(await app.anonymous.get(`${path}&access_token=x`), 400, 'invalid_request');
    expect((await app.anonymous.post('/oauth/token/info', {})).status).toBe(405);
  });
});

describe('POST /oauth/introspect', () => {
  const inspect = (fields: Record<string, string>, headers = {}) => asClient(app, 'introspect', fields, headers);
  const NOTHING = '{"active":false}';

  it('describes to an application its own live tokens', async () => {
    const tokens = await tokensOf(application, { scope: 'api openid' });
    const common = {
      active: true,
      scope: 'api openid',
      client_id: application.uid,
      username: user.username,
      sub: String(user.id),
      iat: expect.any(Number),
    };
    for (const [fields, headers] of [
      [credentialsOf(application), {}],
      [{}, basic(application.uid, application.secret)],
    ] as const) {
      const access = await inspect(
        { token: tokens.access_token, token_type_hint: 'refresh_token', ...fields },
        headers,
      );
      const renewal = await inspect({ token: tokens.refresh_token, ...fields }, headers);

      expectProtocolHeaders(access);
      expect(access.body).toEqual({ ...common, token_type: 'bearer', exp: Number(access.body.iat) + 7200 });
      expect(renewal.body).toEqual(common);
    }
    const sibling = await tokensOf();
    const byToken = await inspect({ token: tokens.access_token }, bearer(sibling.access_token).headers);
    expect(byToken.body.active).toBe(true);
  });

  it('discloses nothing about everything else', async () => {
    const [tokens, dead, foreign] = [await tokensOf(), await tokensOf(), await tokensOf(other)];
    await refresh(app, application, dead.refresh_token);
    const free = await byPassword();
    const blocked = await aSignedInBrowser(app);
    const { access_token: ofBlocked } = await someTokens(app, application, blocked.browser);
    await app.admin.post(`users/${blocked.id}/block`);
    const values = [
      'x',
      '0'.repeat(64),
      user.token,
      dead.access_token,
      dead.refresh_token,
      foreign.access_token,
      foreign.refresh_token,
      free.access_token,
      ofBlocked,
    ];
    for (const token of values) {
      const answer = await inspect({ token, ...credentialsOf(application) });
      expect([answer.status, answer.text]).toEqual([200, NOTHING]);
    }
    const itself = await inspect({ token: tokens.access_token }, bearer(tokens.access_token).headers);
    const stranger = await inspect({ token: tokens.access_token }, bearer(foreign.access_token).headers);
    const appless = await inspect({ token: free.access_token }, bearer((await byPassword()).access_token).headers);
    expect([itself.text, stranger.text, appless.text]).toEqual([NOTHING, NOTHING, NOTHING]);
  });

  it('requires client authentication', async () => {
    const { access_token: token } = await tokensOf();

    expectRefusal(await inspect({ token }), 400, 'invalid_request');
    expectRefusal(await inspect({ ...credentialsOf(application) }), 400, 'invalid_request');
    expectRefusal(await inspect({ token, client_id: application.uid }), 401, 'invalid_client');
    expectRefusal(await inspect({ token, client_id: spa.uid }), 401, 'invalid_client');
    for (const [uid, secret] of [
      [application.uid, 'wrong'],
      [spa.uid, ''],
    ] as const) {
      const answer = await inspect({ token }, basic(uid, secret));
      expectRefusal(answer, 401, 'invalid_client');
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Slipway"');
    }
    expectRefusal(await inspect({ token }, bearer('x').headers), 401, 'invalid_token');
    expectRefusal(await inspect({ token }, bearer(user.token).headers), 401, 'invalid_token');
  });
});

describe('GET and POST /oauth/userinfo', () => {
  it('answer the claims that the scopes cover', async () => {
    const group = await aGroup(user.api);
    const below = await aGroup(user.api, { parent_id: group.id });
    await app.admin.put(`users/${user.id}`, { website_url: 'https://ada.example' });
    const claims = async (scope: string) => {
      const { access_token: token } = await tokensOf(application, { scope });
      return (await app.anonymous.get('/oauth/userinfo', bearer(token))).body;
    };
    const base = { sub: String(user.id), groups: [group.full_path, below.full_path] };

    expect(await claims('openid')).toEqual(base);
    expect(await claims('openid email')).toEqual({
      ...base,
      email: `${user.username}@example.com`,
      email_verified: true,
    });
    expect(await claims('openid profile')).toEqual({
      ...base,
      name: user.username,
      nickname: user.username,
      preferred_username: user.username,
      profile: `${app.url}/${user.username}`,
      website: 'https://ada.example',
      updated_at: expect.any(Number),
    });
  });

  it('take the token from header and parameter', async () => {
    const { access_token: token } = await tokensOf(application, { scope: 'openid' });
    for (const answer of [
      await app.anonymous.get('/oauth/userinfo', bearer(token)),
      await app.anonymous.get(`/oauth/userinfo?access_token=${token}`),
      await app.anonymous.send('POST', '/oauth/userinfo', undefined, bearer(token)),
      await app.anonymous.send('POST', '/oauth/userinfo', '', bearer(token)),
      await asClient(app, 'userinfo', { access_token: token }),
    ]) {
      expect([answer.status, answer.body.sub]).toEqual([200, String(user.id)]);
      expectProtocolHeaders(answer);
    }
  });

  it('refuse other tokens, and tokens without openid', async () => {
    const { access_token: token } = await tokensOf(application, { scope: 'api' });
    for (const wrong of ['', 'x', user.token]) {
      const answer = await app.anonymous.get('/oauth/userinfo', bearer(wrong));
      expectRefusal(answer, 401, 'invalid_token');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    const narrow = await app.anonymous.get('/oauth/userinfo', bearer(token));
    expectRefusal(narrow, 403, 'insufficient_scope');
    expect(narrow.body.scope).toBe('openid');
    expect(narrow.headers.get('www-authenticate')).toContain('insufficient_scope');
    expectRefusal(
      await asClient(app, 'userinfo', { access_token: token }, bearer(token).headers),
      400,
      'invalid_request',
    );
    expectRefusal(await user.browser.get('/oauth/userinfo'), 401, 'invalid_token');
  });
});

describe('POST /oauth/token with the scope openid', () => {
  it('gives an ID token that is signed by a published key and has the claims of the contract', async () => {
    const tokens = await tokensOf(application, { scope: 'openid api', nonce: 'a nonce' });
    const [head = '', body = '', signature = ''] = tokens.id_token!.split('.');
    const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    const { body: jwks } = await app.anonymous.get('/oauth/discovery/keys');
    const key = jwks.keys.find(({ kid }: { kid: string }) => kid === decoded(head).kid);
    const half = createHash('sha256').update(tokens.access_token).digest().subarray(0, 16).toString('base64url');

    expect(decoded(head).alg).toBe('RS256');
    expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    expect(
      verify(
        'sha256',
        Buffer.from(`${head}.${body}`),
        createPublicKey({ key, format: 'jwk' }),
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true);
    expect(decoded(body)).toEqual({
      iss: app.url,
      sub: String(user.id),
      aud: application.uid,
      iat: expect.any(Number),
      exp: Number(decoded(body).iat) + 7200,
      auth_time: expect.any(Number),
      nonce: 'a nonce',
      at_hash: half,
    });
  });

  it('gives no nonce when none was sent, and no ID token without openid', async () => {
    const tokens = await tokensOf(application, { scope: 'openid' });
    const [, body = ''] = tokens.id_token!.split('.');

    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).not.toHaveProperty('nonce');
    expect(await tokensOf()).not.toHaveProperty('id_token');
  });
});

describe('GET /.well-known/openid-configuration and /.well-known/oauth-authorization-server', () => {
  it('answer the same metadata at both addresses, whatever Host says', async () => {
    const [one, two] = await Promise.all(
      ['oauth-authorization-server', 'openid-configuration'].map((name) =>
        app.anonymous.get(`/.well-known/${name}`, { headers: { 'X-Forwarded-Host': 'evil.example' } }),
      ),
    );

    expect(one!.status).toBe(200);
    expect(one!.text).toBe(two!.text);
    expect(one!.body).toMatchObject({
      issuer: app.url,
      authorization_endpoint: `${app.url}/oauth/authorize`,
      token_endpoint: `${app.url}/oauth/token`,
      revocation_endpoint: `${app.url}/oauth/revoke`,
      introspection_endpoint: `${app.url}/oauth/introspect`,
      userinfo_endpoint: `${app.url}/oauth/userinfo`,
      jwks_uri: `${app.url}/oauth/discovery/keys`,
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'form_post'],
      grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token', 'password']),
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      request_uri_parameter_supported: false,
      authorization_response_iss_parameter_supported: true,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    });
    expect(one!.body.scopes_supported).toEqual(expect.arrayContaining(['api', 'openid', 'profile', 'email', 'sudo']));
  });
});

describe('CORS of the OAuth endpoints', () => {
  const ORIGIN = { Origin: 'https://spa.example' };
  const preflight = (path: string, method: string, headers?: string) =>
    app.anonymous.send('OPTIONS', path, undefined, {
      headers: {
        ...ORIGIN,
        'Access-Control-Request-Method': method,
        ...(headers === undefined ? {} : { 'Access-Control-Request-Headers': headers }),
      },
    });
  const sharing = ({ headers }: Answer) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

  it.each([
    ['/oauth/token', 'POST', 'Authorization, Content-Type', 'POST'],
    ['/oauth/token', 'POST', undefined, 'POST'],
    ['/oauth/revoke', 'POST', 'authorization,accept', 'POST'],
    ['/oauth/userinfo', 'GET', 'Authorization', 'GET, HEAD, POST'],
    ['/oauth/userinfo', 'HEAD', 'Authorization', 'GET, HEAD, POST'],
    ['/oauth/userinfo', 'POST', 'authorization', 'GET, HEAD, POST'],
    ['/oauth/discovery/keys', 'GET', 'accept-language', 'GET, HEAD'],
    ['/.well-known/openid-configuration', 'GET', undefined, 'GET, HEAD'],
    ['/.well-known/oauth-authorization-server', 'HEAD', 'content-language', 'GET, HEAD'],
  ])('allows %s by %s with %s', async (path, method, headers, granted) => {
    const answer = await preflight(path, method, headers);

    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers.get('vary')).toContain('Origin');
    expect(sharing(answer)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': granted,
      'access-control-max-age': '7200',
      ...(headers === undefined ? {} : { 'access-control-allow-headers': headers }),
    });
  });

  it.each([
    ['/oauth/token', 'POST', 'X-Requested-With'],
    ['/oauth/token', 'POST', 'Authorization, X-Requested-With'],
    ['/oauth/token', 'GET', undefined],
    ['/oauth/revoke', 'DELETE', undefined],
    ['/oauth/userinfo', 'PUT', undefined],
    ['/oauth/discovery/keys', 'POST', undefined],
    ['/oauth/discovery/keys', 'GET', 'Authorization'],
    ['/oauth/token/info', 'GET', 'Authorization'],
    ['/oauth/introspect', 'POST', 'Authorization'],
    ['/oauth/authorize', 'GET', undefined],
    ['/oauth/applications', 'GET', undefined],
    ['/users/sign_in', 'POST', undefined],
  ])('does not allow %s by %s with %s', async (path, method, headers) => {
    const answer = await preflight(path, method, headers);

    expect([answer.status, answer.text, sharing(answer)]).toEqual([200, '', {}]);
  });

  it.each(['', '/', '.json'])('lets caches learn the same of an address followed by %j', async (end) => {
    const answer = await app.anonymous.send('POST', `/oauth/token${end}`, { grant_type: 'x' }, { headers: ORIGIN });

    expect([answer.body.error, sharing(answer)]).toEqual([
      'unsupported_grant_type',
      { 'access-control-allow-origin': '*' },
    ]);
    expect([answer.headers.get('cache-control'), answer.headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    expect(sharing(await preflight(`/oauth/token${end}`, 'POST'))['access-control-allow-origin']).toBe('*');
  });

  it('lets other origins read every answer of what is shared, errors included, and no other', async () => {
    for (const [method, path] of [
      ['POST', '/oauth/token'],
      ['POST', '/oauth/revoke'],
      ['GET', '/oauth/token/info'],
      ['GET', '/oauth/token/info?access_token=x'],
      ['POST', '/oauth/introspect'],
      ['GET', '/oauth/userinfo'],
      ['GET', '/oauth/token'],
      ['GET', '/oauth/discovery/keys'],
      ['GET', '/.well-known/openid-configuration'],
      ['GET', '/oauth/userinfo/'],
      ['GET', '/oauth/token/info/?access_token=x'],
    ] as const) {
      const { headers } = await app.anonymous.send(method, path, undefined, { headers: ORIGIN });
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, '*']);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toContain('Origin');
    }
    for (const path of ['/oauth/authorize', '/users/sign_in', '/', '/oauth/applications']) {
      expect(sharing(await app.anonymous.get(path, { headers: ORIGIN }))).toEqual({});
    }
  });
});
