import { createHash } from 'node:crypto';
import * as oidc from 'openid-client';
import {
  aCode,
  anApplication,
  aPublicApplication,
  asClient,
  authorizePath,
  aSignedInBrowser,
  credentialsOf,
  exchangeCode,
  refresh,
  requestOf,
  someTokens,
} from '../../builders/oauth.js';
import type { TestApplication } from '../../builders/oauth.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { inOneMoment } from '../../support/still-clock.js';
import { csrfTokenOf } from '../../support/web-browser.js';
import type { WebBrowser } from '../../support/web-browser.js';
import { OauthSweepRepository } from '../../../src/modules/oauth/sweep/oauth-sweep.repository.js';
import { bearer, isLive } from '../../builders/oauth.js';

let app: TestApp;
let user: TestUser & { readonly browser: WebBrowser };
let application: TestApplication;
beforeAll(async () => {
  app = await startApp();
  user = await aSignedInBrowser(app);
  application = await anApplication(app);
});
afterAll(() => app.close());

describe('POST /oauth/token for a refresh with an Idempotency-Key', () => {
  const again = (token: string, key?: string, client = application) =>
    refresh(app, client, token, {}, key === undefined ? {} : { 'Idempotency-Key': key });

  it('gives the same answer again to the same client, key and token', async () => {
    const { refresh_token: token } = await someTokens(app, application, user.browser);
    const first = await again(token, 'attempt 1');
    const second = await again(token, 'attempt 1');

    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('cache-control')).toBe('no-store');
    for (const other of [await again(token, 'attempt 2'), await again(token)]) {
      expect([other.status, other.body.error]).toEqual([400, 'invalid_grant']);
    }
    expect(await isLive(app, first.body.access_token)).toBe(true);
  });

  it('gives one answer to many at once', async () => {
    const { refresh_token: token } = await someTokens(app, application, user.browser);
    const answers = await Promise.all(Array.from({ length: 8 }, () => again(token, 'at once')));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true').length).toBe(7);
  });

  it('is reuse once the window is over, and the answer is unreadable without the token', async () => {
    const { refresh_token: token } = await someTokens(app, application, user.browser);
    const first = await again(token, 'late');
    const rows = JSON.stringify(
      await app.sql(`select encode(replay_answer, 'escape') as text from oauth_refresh_tokens`),
    );
    expect(rows).not.toContain(first.body.access_token);
    await app.sql(`update oauth_refresh_tokens set consumed_at = consumed_at - interval '11 seconds'`);

    expect((await again(token, 'late')).body.error).toBe('invalid_grant');
    expect(await isLive(app, first.body.access_token)).toBe(false);
  });

  it.each(['', 'x'.repeat(256)])('treats a key of %j as none, or refuses it', async (key) => {
    const { refresh_token: token } = await someTokens(app, application, user.browser);

    expect((await again(token, key)).body.error).toBe('invalid_request');
    expect((await again(token)).status).toBe(200);
  });
});

describe('POST /oauth/token and GET /oauth/authorize with a resource', () => {
  it('accept this service and its API alone', async () => {
    for (const resource of [app.url, `${app.url}/api/v4`]) {
      const code = await aCode(user.browser, application, { resource });
      const { body } = await exchangeCode(app, application, code, { resource });
      expect((await refresh(app, application, body.refresh_token, { resource })).status).toBe(200);
    }
    const { refresh_token: token } = await someTokens(app, application, user.browser);
    for (const resource of ['https://elsewhere.example', `${app.url}/`, `${app.url}/api/v5`]) {
      expect((await refresh(app, application, token, { resource })).body.error).toBe('invalid_target');
    }
    const asked = await user.browser.get(`${authorizePath(requestOf(application, { resource: app.url }))}&resource=x`);
    expect(asked.headers.get('location')).toContain('error=invalid_target');
  });
});

describe('POST /oauth/authorize_device and POST /oauth/token with the grant of a device', () => {
  let device: TestApplication;
  beforeAll(async () => {
    device = await aPublicApplication(app);
  });

  const begin = (fields: Record<string, string> = {}, client = device) =>
    asClient(app, 'authorize_device', { ...credentialsOf(client), ...fields });
  const poll = (code: string, client = device) =>
    asClient(app, 'token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: code,
      ...credentialsOf(client),
    });
  const patience = () => app.sql(`update oauth_device_requests set polled_at = polled_at - interval '1 minute'`);
  const decide = async (userCode: string, button: string, browser = user.browser) => {
    const page = await browser.get(`/oauth/device?user_code=${userCode}`);
    return browser.submit(await browser.submit(page, {}, 'Continue'), {}, button);
  };

  it('name the owner of the application to the user, who may sign in with another account', async () => {
    const [owner, other] = [await aSignedInBrowser(app), await aSignedInBrowser(app)];
    await app.sql('update oauth_applications set owner_id = $1 where id = $2', [owner.id, device.id]);
    const { body: codes } = await begin({ scope: 'read_user' });
    const { browser } = await aSignedInBrowser(app);
    const page = await browser.submit(await browser.get(codes.verification_uri_complete), {}, 'Continue');
    const [, link = ''] = /href="([^"]*)">Sign in with another account</.exec(page.text) ?? [];
    const sent = await browser.get(link.replaceAll('&amp;', '&'));
    const back = await browser.signIn(other.username, other.password, sent.headers.get('location')!);
    const again = await browser.get(back.headers.get('location')!);
    const asked = await browser.submit(again, {}, 'Continue');

    expect(page.text).toContain(`by @${owner.username}`);
    expect(asked.text).toContain(`<strong>@${other.username}</strong>`);
  });

  it('answer with the codes exactly as the contract says', async () => {
    const { status, body, headers } = await begin({ scope: 'read_user' });

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      device_code: expect.any(String),
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-Z]{4}-[B-DF-HJ-NP-TV-Z]{4}$/),
      verification_uri: `${app.url}/oauth/device`,
      verification_uri_complete: `${app.url}/oauth/device?user_code=${body.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    const { body: metadata } = await app.anonymous.get('/.well-known/openid-configuration');
    expect(metadata.device_authorization_endpoint).toBe(`${app.url}/oauth/authorize_device`);
  });

  it('answer slow_down to fast polls, and tokens once the user has agreed', async () => {
    const { body: codes } = await begin({ scope: 'read_user openid' });
    expect((await poll(codes.device_code)).body.error).toBe('authorization_pending');
    expect((await poll(codes.device_code)).body.error).toBe('slow_down');
    const [row] = await app.sql<{ poll_seconds: number }>(
      'select poll_seconds from oauth_device_requests order by id desc limit 1',
    );
    expect(row!.poll_seconds).toBe(10);
    await patience();
    expect((await poll(codes.device_code)).body.error).toBe('authorization_pending');

    const done = await decide(codes.user_code.toLowerCase().replace('-', ' '), 'Authorize');
    expect([done.status, done.text.includes('The device is connected')]).toEqual([200, true]);
    await patience();
    const { status, body } = await poll(codes.device_code);
    expect([status, body.scope, body.token_type]).toEqual([200, 'read_user openid', 'bearer']);
    expect(body.id_token).toEqual(expect.any(String));
    expect((await app.anonymous.get('user', bearer(body.access_token))).body.id).toBe(user.id);
    const later = await refresh(app, device, body.refresh_token);
    expect(later.status).toBe(200);

    expect((await poll(codes.device_code)).body.error).toBe('invalid_grant');
    expect(await isLive(app, later.body.access_token)).toBe(false);
  });

  it('answer access_denied after a denial and expired_token after its time', async () => {
    const [denied, late] = [(await begin()).body, (await begin()).body];
    await decide(denied.user_code, 'Deny');
    expect((await poll(denied.device_code)).body.error).toBe('access_denied');
    const contrary = (await begin()).body;
    const both = { user_code: contrary.user_code, decision: 'approve', _method: 'delete' };
    await user.browser.post('/oauth/device', { ...both, authenticity_token: await user.browser.csrfToken() });
    expect((await poll(contrary.device_code)).body.error).toBe('access_denied');

    await app.sql(`update oauth_device_requests set expires_at = now() where device_digest = $1`, [
      createHash('sha256').update(late.device_code).digest(),
    ]);
    expect((await poll(late.device_code)).body.error).toBe('expired_token');
    const page = await user.browser.get(`/oauth/device?user_code=${late.user_code}`);
    const refused = await user.browser.submit(page, {}, 'Continue');
    expect([refused.status, refused.text.includes('is unknown or has expired')]).toEqual([422, true]);
  });

  it('answer access_denied once the user has withdrawn what the application was granted', async () => {
    const { api, browser } = await aSignedInBrowser(app);
    const client = await aPublicApplication(app);
    const codes = (await begin({}, client)).body;
    await decide(codes.user_code, 'Authorize', browser);

    expect((await api.delete(`user/authorized_applications/${client.id}`)).status).toBe(204);
    expect((await poll(codes.device_code, client)).body.error).toBe('access_denied');
    expect((await api.delete(`user/authorized_applications/${client.id}`)).status).toBe(404);
  });

  it('answer nothing for the code of another, and start nothing for a wrong request', async () => {
    const { body: codes } = await begin();
    expect((await poll(codes.device_code, await aPublicApplication(app))).body.error).toBe('invalid_grant');
    expect((await poll('x')).body.error).toBe('invalid_grant');
    expect((await begin({ scope: 'nothing' })).body.error).toBe('invalid_scope');
    expect((await begin({ client_id: 'nobody' })).body.error).toBe('invalid_client');
    expect((await begin({ client_secret: 'wrong' }, { ...application, secret: '' })).body.error).toBe('invalid_client');
    expect((await asClient(app, 'authorize_device', {})).body.error).toBe('invalid_client');
  });

  it('decide once, not by forged forms, and a code cannot be guessed', async () => {
    const { body: codes } = await begin();
    const fields = { user_code: codes.user_code, decision: 'approve' };
    expect((await user.browser.post('/oauth/device', fields)).status).toBe(422);
    const page = await user.browser.get('/oauth/device');
    expect((await poll(codes.device_code)).body.error).toBe('authorization_pending');
    const authenticity_token = csrfTokenOf(page);
    const doubtful = await user.browser.post('/oauth/device', { ...fields, _method: 'put', authenticity_token });
    expect(doubtful.status).toBe(404);
    expect((await poll(codes.device_code)).body.error).toBe('slow_down');
    expect((await user.browser.post('/oauth/device', { ...fields, authenticity_token })).status).toBe(200);
    expect((await user.browser.post('/oauth/device', { ...fields, authenticity_token })).status).toBe(422);

    const guesser = await aSignedInBrowser(app);
    const token = await guesser.browser.csrfToken();
    const statuses: number[] = [];
    await inOneMoment(app, async () => {
      for (let round = 0; round < 11; round++) {
        const guess = { user_code: 'BBBB-BBBB', authenticity_token: token };
        statuses.push((await guesser.browser.post('/oauth/device', guess)).status);
      }
    });
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
  });

  it('work for openid-client, unchanged', async () => {
    const config = await oidc.discovery(new URL(app.url), device.uid, undefined, oidc.None(), {
      execute: [oidc.allowInsecureRequests], // eslint-disable-line @typescript-eslint/no-deprecated -- loopback
    });
    const codes = await oidc.initiateDeviceAuthorization(config, { scope: 'api' });
    await decide(codes.user_code, 'Authorize');
    const tokens = await oidc.pollDeviceAuthorizationGrant(config, { ...codes, interval: 0 });

    expect(await isLive(app, tokens.access_token)).toBe(true);
  });
});

describe('OauthSweepRepository', () => {
  it('deletes what ended long ago, and nothing that is active', async () => {
    const [kept, gone] = [await anApplication(app), await anApplication(app)];
    const live = await someTokens(app, kept, user.browser);
    const dead = await someTokens(app, gone, user.browser);
    await asClient(app, 'revoke', { token: dead.access_token, ...credentialsOf(gone) });
    await app.sql(`update oauth_families set revoked_at = now() - interval '31 days' where application_id = $1`, [
      gone.id,
    ]);
    await app.sql(`update oauth_codes set expires_at = now() - interval '2 days'`);
    await app.sql(`update oauth_families set created_at = now() - interval '40 days'`);
    await app.app.get(OauthSweepRepository).sweep();

    expect(await isLive(app, live.access_token)).toBe(true);
    expect((await refresh(app, kept, live.refresh_token)).status).toBe(200);
    expect(await app.sql('select 1 from oauth_families where application_id = $1', [gone.id])).toEqual([]);
    expect(await app.sql('select 1 from oauth_codes')).toEqual([]);
  });
});
