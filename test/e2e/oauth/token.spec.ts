import { createHash } from 'node:crypto';
import {
  aCode,
  anApplication,
  aPublicApplication,
  asClient,
  aSignedInBrowser,
  basic,
  CALLBACK,
  credentialsOf,
  exchangeCode,
  pkce,
  refresh,
  someTokens,
} from '../../builders/oauth.js';
import type { TestApplication } from '../../builders/oauth.js';
import { aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import type { Answer } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { head, sendRaw } from '../../support/raw-http.js';
import { inOneMoment } from '../../support/still-clock.js';
import { RegistryClient } from '../../support/registry-client.js';
import type { WebBrowser } from '../../support/web-browser.js';
import { bearer, isLive } from '../../builders/oauth.js';

let app: TestApp;
let user: TestUser & { readonly browser: WebBrowser };
let application: TestApplication;
let spa: TestApplication;
beforeAll(async () => {
  app = await startApp();
  user = await aSignedInBrowser(app);
  application = await anApplication(app);
  spa = await aPublicApplication(app);
});
afterAll(() => app.close());

type Fields = Readonly<Record<string, string | undefined>>;
const given = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined));

/** The same request as a form and as JSON. */
const WAYS: [string, (fields: Fields, headers?: Record<string, string>) => Promise<Answer>][] = [
  ['a form', (fields, headers) => asClient(app, 'token', given(fields), headers)],
  ['JSON', (fields, headers = {}) => app.anonymous.send('POST', '/oauth/token', given(fields), { headers })],
];

const { verifier, challenge } = pkce();
const PKCE = { code_challenge: challenge, code_challenge_method: 'S256' };
const codeFields = (client: TestApplication, code: string): Fields => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: CALLBACK,
  ...credentialsOf(client),
});

function expectRefusal({ status, headers, body }: Answer, expected: number, error: string): void {
  expect([status, body.error]).toEqual([expected, error]);
  expect(Object.keys(body).sort()).toEqual(['error', 'error_description']);
  expectProtocolHeaders(headers);
}

function expectProtocolHeaders(headers: Headers): void {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('pragma')).toBe('no-cache');
  expect(headers.get('vary')).toContain('Origin');
}

describe.each(WAYS)('POST /oauth/token, asked by %s', (_way, ask) => {
  it('answers a code with the exact tokens of the contract', async () => {
    const code = await aCode(user.browser, application, { ...PKCE, scope: 'read_user,api api' });
    const before = Math.floor(Date.now() / 1000);
    const answer = await ask({ ...codeFields(application, code), code_verifier: verifier, scope: 'ignored' });

    expect(answer.status).toBe(200);
    expectProtocolHeaders(answer.headers);
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      token_type: 'bearer',
      expires_in: 7200,
      refresh_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      scope: 'read_user api',
      created_at: expect.any(Number),
    });
    expect(answer.body.created_at).toBeGreaterThanOrEqual(before);
    expect(answer.body.created_at).toBeLessThanOrEqual(Date.now() / 1000);
    expect(await isLive(app, answer.body.access_token)).toBe(true);
  });

  it.each<[string, Fields, number, string]>([
    ['no grant type', {}, 400, 'invalid_request'],
    ['a blank grant type', { grant_type: '' }, 400, 'invalid_request'],
    ['an unknown one', { grant_type: 'nothing' }, 400, 'unsupported_grant_type'],
    ['client credentials', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    ['an unknown one, of an unknown client', { grant_type: 'x', client_id: 'x' }, 400, 'unsupported_grant_type'],
    ['no code', { grant_type: 'authorization_code', redirect_uri: CALLBACK }, 400, 'invalid_request'],
    ['no redirect_uri', { grant_type: 'authorization_code', code: 'x' }, 400, 'invalid_request'],
    ['no refresh token', { grant_type: 'refresh_token', client_id: 'nobody' }, 400, 'invalid_request'],
    ['no password', { grant_type: 'password', username: 'x' }, 400, 'invalid_request'],
    ['no username', { grant_type: 'password', password: 'x' }, 400, 'invalid_request'],
    [
      'a password that looks like JSON',
      { grant_type: 'password', username: '"a":', password: '\\":{' },
      400,
      'invalid_grant',
    ],
    ['no client', { grant_type: 'refresh_token', refresh_token: 'x' }, 401, 'invalid_client'],
    ['an unknown client', { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'x' }, 401, 'invalid_client'],
  ])('refuses %s', async (_name, fields, status, error) => {
    expectRefusal(await ask(fields), status, error);
  });

  it('authenticates applications in every way of the contract', async () => {
    const code = await aCode(user.browser, application);
    const fields = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const { uid, secret } = application;
    const refusals: [Fields, Record<string, string>, number, string][] = [
      [{ client_id: uid }, {}, 401, 'invalid_client'],
      [{ client_id: uid, client_secret: 'wrong' }, {}, 401, 'invalid_client'],
      [{ client_id: uid, client_secret: '' }, {}, 401, 'invalid_client'],
      [{ client_secret: secret }, {}, 401, 'invalid_client'],
      [{ client_id: uid, code_verifier: verifier }, {}, 401, 'invalid_client'],
      [{ client_id: spa.uid, client_secret: 'anything' }, {}, 401, 'invalid_client'],
      [{}, basic(uid, 'wrong'), 401, 'invalid_client'],
      [{}, basic('nobody', secret), 401, 'invalid_client'],
      [{}, basic(uid, ''), 401, 'invalid_client'],
      [{}, basic(spa.uid, 'anything'), 401, 'invalid_client'],
      [{ client_secret: secret }, basic(uid, secret), 400, 'invalid_request'],
      [{ client_id: uid, client_secret: secret }, basic(uid, secret), 400, 'invalid_request'],
      [{ client_id: spa.uid }, basic(uid, secret), 400, 'invalid_request'],
    ];
    for (const [identification, headers, status, error] of refusals) {
      const answer = await ask({ ...fields, ...identification }, headers);

      expectRefusal(answer, status, error);
      expect(answer.headers.get('www-authenticate')).toBe(
        status === 401 && 'Authorization' in headers ? 'Basic realm="Slipway"' : null,
      );
    }
    expect((await ask({ ...fields, client_id: uid }, basic(uid, secret))).status).toBe(200);
  });

  it('refuses parameters of the protocol in the address', async () => {
    for (const name of ['grant_type', 'client_id', 'code', 'scope']) {
      const path = `/oauth/token?${name}=x`;
      const answer = await app.anonymous.send('POST', path, new URLSearchParams({ grant_type: 'password' }));

      expectRefusal(answer, 400, 'invalid_request');
    }
  });
});

describe('POST /oauth/token and its body', () => {
  it.each<[string, string, string]>([
    ['text', 'text/plain', 'grant_type=password'],
    ['no type', '', 'grant_type=password'],
    ['multipart', 'multipart/form-data; boundary=x', '--x--'],
    ['broken JSON', 'application/json', '{"grant_type"'],
    ['a JSON list', 'application/json', '[]'],
    ['a nested value', 'application/json', '{"grant_type":["password"]}'],
    ['a repeated name', 'application/json', '{"grant_type":"password","grant_type" : "nothing"}'],
    ['JSON without anything', 'application/json', ''],
    ['a nested field', 'application/x-www-form-urlencoded', 'grant_type=password&username[a]=b'],
    ['a list', 'application/x-www-form-urlencoded', 'grant_type[]=password'],
    ['a repeated field', 'application/x-www-form-urlencoded', 'grant_type=password&grant_type=password'],
    ['a repeated field of no meaning', 'application/x-www-form-urlencoded', 'grant_type=password&x=1&x=1'],
    ['broken UTF-8', 'application/x-www-form-urlencoded', 'grant_type=%ff'],
    ['nothing', 'application/x-www-form-urlencoded', ''],
  ])('refuses a body that is %s', async (_name, type, body) => {
    const answer = await app.anonymous.send('POST', '/oauth/token', Buffer.from(body), {
      headers: { 'Content-Type': type },
    });

    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    expectProtocolHeaders(answer.headers);
  });

  it('takes bodies as long as every endpoint does', async () => {
    const send = (type: string, body: string) =>
      app.anonymous.send('POST', '/oauth/token', Buffer.from(body), { headers: { 'Content-Type': type } });
    const name = 'é'.repeat(1_000_000);
    const asForm = await send('application/x-www-form-urlencoded', `grant_type=${name}`);
    const asJson = await send('application/json', JSON.stringify({ grant_type: `\n${name}` }));
    const tooLong = await send('application/x-www-form-urlencoded', `grant_type=${'x'.repeat(10 * 1024 * 1024)}`);

    expectRefusal(asForm, 400, 'unsupported_grant_type');
    expectRefusal(asJson, 400, 'unsupported_grant_type');
    expect([tooLong.status, tooLong.body.error]).toEqual([413, 'invalid_request']);
  });

  it('reads a body without type as JSON', async () => {
    const body = JSON.stringify({ grant_type: 'password', username: user.username, password: user.password });
    const sent = head('POST', '/oauth/token', { 'Content-Length': String(body.length) }) + body;

    expect((await sendRaw(app.url, sent)).status).toBe(200);
  });

  it('takes parameters from the body alone: GET never reads its query', async () => {
    const answer = await app.anonymous.get(`/oauth/token?grant_type=password&username=root&password=x`);

    expect(answer).toMatchObject({ status: 405, body: { error: '405 Not Allowed' } });
    expect(answer.headers.get('allow')).toBe('POST');
    expectProtocolHeaders(answer.headers);
  });
});

describe('POST /oauth/token with a code', () => {
  const pair = async (more = {}) => {
    const code = await aCode(user.browser, application, more);
    return { code, exchange: (fields = {}) => exchangeCode(app, application, code, fields) };
  };

  it('does not consume the code for a malformed verifier, a missing one, another client or a wrong secret', async () => {
    const { exchange, code } = await pair(PKCE);
    const other = await anApplication(app);

    expectRefusal(await exchange({ code_verifier: 'short' }), 400, 'invalid_request');
    expectRefusal(await exchange({ code_verifier: `${'x'.repeat(43)}!` }), 400, 'invalid_request');
    expectRefusal(await exchange(), 400, 'invalid_request');
    expectRefusal(await exchangeCode(app, other, code, { code_verifier: verifier }), 400, 'invalid_grant');
    expectRefusal(await exchange({ client_secret: 'wrong', code_verifier: verifier }), 401, 'invalid_client');
    expect((await exchange({ code_verifier: verifier })).status).toBe(200);
  });

  it.each<[string, Fields, Record<string, string>]>([
    ['another redirect_uri', {}, { redirect_uri: `${CALLBACK}/` }],
    ['a verifier without challenge', {}, { code_verifier: verifier }],
    ['a wrong verifier', PKCE, { code_verifier: pkce().verifier }],
  ])('consumes the code for %s', async (_name, asked, wrong) => {
    const { exchange } = await pair(asked);
    const right = asked === PKCE ? { code_verifier: verifier } : {};

    expectRefusal(await exchange(wrong), 400, 'invalid_grant');
    expectRefusal(await exchange(right), 400, 'invalid_grant');
  });

  it('refuses a code without challenge of an application that became public meanwhile, and consumes it', async () => {
    const turned = await anApplication(app);
    const code = await aCode(user.browser, turned);
    await app.admin.put(`applications/${turned.id}`, { confidential: false });

    expectRefusal(await exchangeCode(app, { ...turned, secret: '' }, code), 400, 'invalid_grant');
    await app.admin.put(`applications/${turned.id}`, { confidential: true });
    const { body } = await app.admin.post(`applications/${turned.id}/renew-secret`);
    expectRefusal(await exchangeCode(app, { ...turned, secret: body.secret }, code), 400, 'invalid_grant');
  });

  it('exchanges a code with a challenge of an application that became public meanwhile', async () => {
    const turned = await anApplication(app);
    const code = await aCode(user.browser, turned, PKCE);
    await app.admin.put(`applications/${turned.id}`, { confidential: false });

    const answer = await exchangeCode(app, { ...turned, secret: '' }, code, { code_verifier: verifier });
    expect(answer.status).toBe(200);
  });

  it('refuses a code that has expired, also later', async () => {
    const { exchange } = await pair();
    await app.sql(`update oauth_codes set expires_at = now() - interval '1 second'`);

    expectRefusal(await exchange(), 400, 'invalid_grant');
    await app.sql(`update oauth_codes set expires_at = now() + interval '1 hour'`);
    expectRefusal(await exchange(), 400, 'invalid_grant');
  });

  it.each(['blocked', 'deactivated'])('refuses a code when the user is %s', async (state) => {
    const other = await aSignedInBrowser(app);
    const code = await aCode(other.browser, application);
    await app.sql('update users set state = $2 where id = $1', [other.id, state]);

    expectRefusal(await exchangeCode(app, application, code), 400, 'invalid_grant');
  });

  it('revokes every token of the family when the code comes again', async () => {
    const { exchange } = await pair();
    const { body: tokens } = await exchange();
    const { body: later } = await refresh(app, application, tokens.refresh_token);

    expectRefusal(await exchange(), 400, 'invalid_grant');
    expect(await isLive(app, later.access_token)).toBe(false);
    expectRefusal(await refresh(app, application, later.refresh_token), 400, 'invalid_grant');
  });

  it('succeeds once for many exchanges at once, whose tokens are then revoked', async () => {
    const { exchange } = await pair();
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange()));
    const good = answers.filter(({ status }) => status === 200);

    expect(good.length).toBe(1);
    expect(answers.filter(({ body }) => body.error === 'invalid_grant').length).toBe(9);
    expect(await isLive(app, good[0]!.body.access_token)).toBe(false);
  });

  it.each(['', 'x', 'é€', 'x'.repeat(5000), "' or 1=1 --"])('refuses %j, which is no code', async (code) => {
    const answer = await exchangeCode(app, application, code);

    expectRefusal(answer, 400, code === '' ? 'invalid_request' : 'invalid_grant');
  });

  it('takes a code for as long as the setting says', async () => {
    await app.admin.put('application/settings', {
      oauth_authorization_code_expires_in: 60,
      oauth_access_token_expires_in: 90,
    });
    const { exchange, code } = await pair();
    const digest = createHash('sha256').update(code).digest();
    const [row] = await app.sql<{ left: number }>(
      'select extract(epoch from expires_at - now())::float8 as left from oauth_codes where digest = $1',
      [digest],
    );

    expect(row!.left).toBeGreaterThan(55);
    expect(row!.left).toBeLessThanOrEqual(60);
    expect((await exchange()).body.expires_in).toBe(90);
    await app.admin.put('application/settings', {
      oauth_authorization_code_expires_in: 600,
      oauth_access_token_expires_in: 7200,
    });
  });
});

describe('POST /oauth/token with a refresh token', () => {
  const tokens = (client = application, more = {}) => someTokens(app, client, user.browser, more);

  it('replaces both tokens at once', async () => {
    const first = await tokens();
    const answer = await refresh(app, application, first.refresh_token);

    expect(answer.status).toBe(200);
    expectProtocolHeaders(answer.headers);
    expect(Object.keys(answer.body).sort()).toEqual(
      ['access_token', 'created_at', 'expires_in', 'refresh_token', 'scope', 'token_type'].sort(),
    );
    expect(answer.body.refresh_token).not.toBe(first.refresh_token);
    expect(await isLive(app, first.access_token)).toBe(false);
    expect(await isLive(app, answer.body.access_token)).toBe(true);
    expect((await app.anonymous.get('user', bearer(first.access_token))).body).toMatchObject({
      error: 'invalid_token',
      error_description: 'The token has been revoked.',
    });
  });

  it('works after the access token has expired', async () => {
    const first = await tokens();
    await app.sql(`update oauth_access_tokens set expires_at = now() - interval '1 day' where revoked_at is null`);

    expect((await app.anonymous.get('user', bearer(first.access_token))).body.error_description).toBe(
      'The token has expired.',
    );
    expect((await refresh(app, application, first.refresh_token)).status).toBe(200);
  });

  it('names the scopes that the application still may have, as does a code', async () => {
    const shrinking = await anApplication(app);
    const scope = 'api openid read_user';
    const code = await aCode(user.browser, shrinking, { scope });
    const first = await tokens(shrinking, { scope });
    await app.admin.put(`applications/${shrinking.id}`, { scopes: 'read_user' });

    const exchanged = await exchangeCode(app, shrinking, code);
    const renewed = await refresh(app, shrinking, first.refresh_token);
    expect([exchanged.body.scope, exchanged.body.id_token]).toEqual(['read_user', undefined]);
    expect(renewed.body.scope).toBe('read_user');

    await app.admin.put(`applications/${shrinking.id}`, { scopes: 'read_user api openid' });
    expect((await refresh(app, shrinking, renewed.body.refresh_token)).body.scope).toBe(scope);
  });

  it('narrows scopes for the access token alone', async () => {
    const first = await tokens(application, { scope: 'api read_user' });
    const narrow = await refresh(app, application, first.refresh_token, { scope: 'read_user' });
    const wide = await refresh(app, application, narrow.body.refresh_token, { scope: 'read_user,api' });

    expect(narrow.body.scope).toBe('read_user');
    expect(wide.body.scope).toBe('read_user api');
    expect((await refresh(app, application, wide.body.refresh_token)).body.scope).toBe('api read_user');
  });

  it.each<[string, Record<string, string>, string]>([
    ['another redirect_uri', { redirect_uri: 'https://evil.example/' }, 'invalid_grant'],
    ['a wrong verifier', { code_verifier: pkce().verifier }, 'invalid_grant'],
    ['a malformed verifier', { code_verifier: 'short' }, 'invalid_grant'],
    ['more scopes', { scope: 'api sudo' }, 'invalid_scope'],
    ['unknown scopes', { scope: 'nothing' }, 'invalid_scope'],
    ['a scope with a tab', { scope: 'api\tread_user' }, 'invalid_scope'],
  ])('refuses it with %s, and the token stays valid', async (_name, wrong, error) => {
    const { refresh_token: token } = await tokens(application, { scope: 'api' });

    expectRefusal(await refresh(app, application, token, wrong), 400, error);
    expect((await refresh(app, application, token)).status).toBe(200);
  });

  it('takes redirect_uri and code_verifier of the authorization', async () => {
    const { verifier: mine, challenge: hash } = pkce();
    const code = await aCode(user.browser, spa, { code_challenge: hash, code_challenge_method: 'S256' });
    const { body } = await exchangeCode(app, spa, code, { code_verifier: mine });
    const proof = { redirect_uri: CALLBACK, code_verifier: mine };

    expect((await refresh(app, spa, body.refresh_token, proof)).status).toBe(200);
  });

  it('refuses other applications, and the token stays valid', async () => {
    const { refresh_token: token } = await tokens();

    expectRefusal(await refresh(app, await anApplication(app), token), 400, 'invalid_grant');
    expectRefusal(await refresh(app, spa, token), 400, 'invalid_grant');
    expectRefusal(await refresh(app, { ...application, secret: 'wrong' }, token), 401, 'invalid_client');
    expectRefusal(await refresh(app, { ...application, secret: '' }, token), 401, 'invalid_client');
    expect((await refresh(app, application, token)).status).toBe(200);
  });

  it('refuses users who are blocked or gone', async () => {
    const other = await aSignedInBrowser(app);
    const { refresh_token: token } = await someTokens(app, application, other.browser);
    await app.admin.post(`users/${other.id}/block`);
    expectRefusal(await refresh(app, application, token), 400, 'invalid_grant');
    await app.admin.post(`users/${other.id}/unblock`);
    const { body } = await refresh(app, application, token);
    await app.admin.delete(`users/${other.id}`);

    expectRefusal(await refresh(app, application, body.refresh_token), 400, 'invalid_grant');
    expect((await app.anonymous.get('user', bearer(body.access_token))).body.error_description).toBe(
      'The token is not known.',
    );
  });

  it('succeeds once for many at once, and the others revoke nothing', async () => {
    const { refresh_token: token } = await tokens();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(app, application, token)));
    const good = answers.filter(({ status }) => status === 200);

    expect(good.length).toBe(1);
    expect(answers.filter(({ body }) => body.error === 'invalid_grant').length).toBe(9);
    expect(await isLive(app, good[0]!.body.access_token)).toBe(true);
    expect((await refresh(app, application, good[0]!.body.refresh_token)).status).toBe(200);
  });

  it('ends the family for a token that was used longer ago, and writes an audit event', async () => {
    const first = await tokens();
    const { body: second } = await refresh(app, application, first.refresh_token);
    expectRefusal(await refresh(app, application, first.refresh_token), 400, 'invalid_grant');
    expect(await isLive(app, second.access_token)).toBe(true);
    await app.sql(`update oauth_refresh_tokens set consumed_at = consumed_at - interval '11 seconds'`);

    expectRefusal(await refresh(app, application, first.refresh_token), 400, 'invalid_grant');

    expect(await isLive(app, second.access_token)).toBe(false);
    expectRefusal(await refresh(app, application, second.refresh_token), 400, 'invalid_grant');
    const { body: events } = await app.admin.get(`audit_events?entity_type=User&entity_id=${user.id}`);
    expect(events[0]).toMatchObject({
      entity_type: 'User',
      entity_id: user.id,
      details: { custom_message: 'refresh token reuse' },
    });
  });

  it('never leaves two live tokens of a kind in a family', async () => {
    const doubles = await app.sql(`
      select family_id from oauth_access_tokens where revoked_at is null group by 1 having count(*) > 1
      union all
      select family_id from oauth_refresh_tokens where consumed_at is null and revoked_at is null group by 1 having count(*) > 1`);

    expect(doubles).toEqual([]);
  });
});

describe('POST /oauth/token with a password', () => {
  const grant = (fields: Fields, headers: Record<string, string> = {}) =>
    asClient(app, 'token', given({ grant_type: 'password', ...fields }), headers);

  it('gives an access token alone, with or without an application', async () => {
    const { username, password } = user;
    const answers = [
      await grant({ username, password }),
      await grant({ username: `${username.toUpperCase()}@example.com`, password }),
      await grant({ username, password }, basic(application.uid, application.secret)),
      await grant({ username, password, ...credentialsOf(application) }),
      await grant({ username, password, client_id: spa.uid }),
    ];
    for (const { status, body } of answers) {
      expect([status, Object.keys(body).sort()]).toEqual([
        200,
        ['access_token', 'created_at', 'expires_in', 'scope', 'token_type'],
      ]);
      expect(body.scope).toBe('api');
      expect(await isLive(app, body.access_token)).toBe(true);
    }
  });

  it('gives the scopes that the application may have', async () => {
    const { username, password } = user;
    const narrow = await anApplication(app, { scopes: 'read_user' });
    const as = credentialsOf(narrow);

    expect((await grant({ username, password, scope: 'read_user', ...as })).body.scope).toBe('read_user');
    expectRefusal(await grant({ username, password, ...as }), 400, 'invalid_scope');
    expectRefusal(await grant({ username, password, scope: 'api', ...as }), 400, 'invalid_scope');
    expectRefusal(await grant({ username, password, scope: 'sudo' }), 400, 'invalid_scope');
    expectRefusal(await grant({ username, password, scope: 'nothing' }), 400, 'invalid_scope');
    expectRefusal(await grant({ username, password: 'wrong', scope: 'nothing' }), 400, 'invalid_grant');
  });

  it('answers the same for every fault', async () => {
    const [blocked, deactivated, unconfirmed] = [await aUser(app), await aUser(app), await aUser(app)];
    await app.admin.post(`users/${blocked.id}/block`);
    await app.admin.post(`users/${deactivated.id}/deactivate`);
    await app.sql('update users set confirmed_at = null where id = $1', [unconfirmed.id]);
    const faults = [
      { username: 'nobody-at-all', password: 'x' },
      { username: user.username, password: 'wrong' },
      { username: user.username, password: `${user.password}\n` },
      { username: 'ghost', password: 'x' },
      { username: 'alert-bot', password: 'x' },
      ...[blocked, deactivated, unconfirmed].map(({ username, password }) => ({ username, password })),
    ];
    const answers = [];
    for (const fault of faults) {
      const answer = await grant(fault);
      expectRefusal(answer, 400, 'invalid_grant');
      answers.push(answer.text);
    }

    expect(new Set(answers).size).toBe(1);
  });

  it('requires a full identification of clients that identify themselves', async () => {
    const { username, password } = user;

    expectRefusal(await grant({ username, password, client_id: application.uid }), 401, 'invalid_client');
    expectRefusal(await grant({ username, password, client_id: 'nobody' }), 401, 'invalid_client');
    expectRefusal(await grant({ username, password }, basic(application.uid, 'wrong')), 401, 'invalid_client');
  });

  it('is limited, whether the password is right or not', () =>
    inOneMoment(app, async () => {
      const { username, password } = await aUser(app);
      const wrong = await Promise.all(Array.from({ length: 12 }, () => grant({ username, password: 'wrong' })));
      const limited = await grant({ username, password });

      expect(wrong.filter(({ status }) => status === 400).length).toBe(10);
      expect(limited).toMatchObject({
        status: 429,
        body: {
          error: 'temporarily_unavailable',
          error_description: expect.any(String),
          message: '429 Too Many Requests',
        },
      });
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
      expectProtocolHeaders(limited.headers);
    }));

  it('can be switched off, with and without applications', async () => {
    const { username, password } = user;
    await app.admin.put('application/settings', { oauth_password_grant_without_client: false });
    expectRefusal(await grant({ username, password }), 401, 'invalid_client');
    expect((await grant({ username, password, ...credentialsOf(application) })).status).toBe(200);

    await app.admin.put('application/settings', { oauth_password_grant_enabled: false });
    expectRefusal(await grant({ username, password }), 400, 'unsupported_grant_type');
    const { body } = await app.anonymous.get('/.well-known/openid-configuration');
    expect(body.grant_types_supported).not.toContain('password');

    await app.admin.put('application/settings', {
      oauth_password_grant_enabled: true,
      oauth_password_grant_without_client: true,
    });
  });
});

describe('POST /oauth/token with unusual texts', () => {
  const password = () => ({ grant_type: 'password', username: user.username, password: user.password });
  const post = (fields: Fields, headers: Record<string, string> = {}) => asClient(app, 'token', given(fields), headers);

  it.each<[string, () => Fields, number, string]>([
    ['a client_id that no client has', () => ({ ...password(), client_id: 'é€' }), 401, 'invalid_client'],
    ['a password beyond the basic plane', () => ({ ...password(), password: 'p🙂' }), 400, 'invalid_grant'],
    ['a user name with a line break', () => ({ ...password(), username: 'a\nb' }), 400, 'invalid_grant'],
    ['a scope with a tab behind it', () => ({ ...password(), scope: 'api\t' }), 400, 'invalid_scope'],
    [
      'a quote as scope and a wrong password',
      () => ({ ...password(), password: 'x', scope: '"' }),
      400,
      'invalid_grant',
    ],
  ])('answers %s as the contract says', async (_name, fields, status, error) => {
    expectRefusal(await post(fields()), status, error);
  });

  it('answers invalid_grant for an unknown refresh token, and for a redirect_uri that is no address', async () => {
    const code = await aCode(user.browser, application);

    expectRefusal(await refresh(app, application, 'é€'), 400, 'invalid_grant');
    expectRefusal(await exchangeCode(app, application, code, { redirect_uri: 'x' }), 400, 'invalid_grant');
  });

  it('takes commas, duplicates and blanks in a scope', async () => {
    const { refresh_token: token } = await someTokens(app, application, user.browser, { scope: 'api read_user' });
    const narrow = await refresh(app, application, token, { scope: 'api,api' });

    expect(narrow.body.scope).toBe('api');
    expect((await refresh(app, application, narrow.body.refresh_token, { scope: ' , ' })).body.scope).toBe(
      'api read_user',
    );
    expect((await post({ ...password(), scope: 'read_user,api api' })).body.scope).toBe('read_user api');
  });

  it('decodes both halves of HTTP Basic, and answers a challenge to other headers', async () => {
    const { uid, secret } = application;
    const escaped = (text: string) => text.replace(/[_-]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    const encoded = Buffer.from(`${uid}:${escaped(secret)}`).toString('base64');
    const answer = await post(password(), { Authorization: 'Basic !' });

    expect((await post(password(), { Authorization: `Basic ${encoded}` })).status).toBe(200);
    expectRefusal(answer, 401, 'invalid_client');
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Slipway"');
  });
});

describe('every route with an OAuth access token', () => {
  it('has the scopes that were granted and that the application may still have', async () => {
    const client = await anApplication(app, { scopes: 'api read_user' });
    const { access_token: token } = await someTokens(app, client, user.browser, { scope: 'api read_user' });
    expect(
      (await app.anonymous.post('groups', { name: 'a', path: client.uid.slice(0, 9) }, bearer(token))).status,
    ).toBe(201);
    await app.admin.put(`applications/${client.id}`, { scopes: 'read_user' });

    expect((await app.anonymous.post('groups', { name: 'a', path: 'b' }, bearer(token))).status).toBe(403);
    expect(await isLive(app, token)).toBe(true);
    await app.admin.delete(`applications/${client.id}`);
    expect((await app.anonymous.get('user', bearer(token))).body.error_description).toBe('The token is not known.');
  });

  it('takes the token as a parameter, before all other credentials, and records its use', async () => {
    const { access_token: token } = await someTokens(app, application, user.browser);

    expect((await app.anonymous.get(`user?access_token=${token}`)).body.id).toBe(user.id);
    expect((await app.admin.get('user', bearer(token))).body.id).toBe(user.id);
    const [row] = await app.sql<{ used: boolean }>(
      `select last_used_at is not null and last_used_ip is not null as used from oauth_access_tokens where digest = $1`,
      [createHash('sha256').update(token).digest()],
    );
    expect(row!.used).toBe(true);
    await app.sql(`update oauth_access_tokens set revoked_at = now() where digest = $1`, [
      createHash('sha256').update(token).digest(),
    ]);
    expect((await app.admin.get('user', bearer(token))).status).toBe(401);
  });

  it('is accepted by the registry as a password, as far as its scopes allow', async () => {
    const client = await anApplication(app, { scopes: 'read_registry read_user' });
    const { access_token: puller } = await someTokens(app, client, user.browser, { scope: 'read_registry' });
    const { access_token: reader } = await someTokens(app, client, user.browser, { scope: 'read_user' });
    const status = async (secret: string) =>
      (await new RegistryClient(app.url, { username: 'oauth2', secret }).auth()).status;

    expect([await status(puller), await status(reader), await status('0'.repeat(64))]).toEqual([200, 403, 401]);
    await asClient(app, 'revoke', { token: puller, ...credentialsOf(client) });
    expect(await status(puller)).toBe(401);
  });

  it('lets administrators act as others with the scope sudo', async () => {
    const powerful = await anApplication(app, { scopes: 'api sudo' });
    const admin = await aSignedInBrowser(app, { admin: true });
    const { access_token: token } = await someTokens(app, powerful, admin.browser, { scope: 'api sudo' });

    expect((await app.anonymous.get(`user?sudo=${user.username}`, bearer(token))).body.id).toBe(user.id);
  });

  it('finds no token, code, refresh token or secret stored in plain', async () => {
    const tokens = await someTokens(app, application, user.browser);
    const values = [tokens.access_token, tokens.refresh_token, application.secret, user.browser.cookie.split('=')[1]!];
    const tables = await app.sql<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    for (const { name } of tables) {
      const rows = await app.sql(`select t::text as text from ${name} t`);
      const text = JSON.stringify(rows);
      expect(values.filter((value) => text.includes(value))).toEqual([]);
    }
  });
});
