import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { aProject, aToken, aUser, unique } from '../../builders/records.js';
import { aProvider } from '../scim/provider.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { CLIENT_ID, IdentityProvider, LOGOUT_EVENT } from '../../support/identity-provider.js';
import type { Forgery, SignedIn } from '../../support/identity-provider.js';
import { csrfTokenOf, WebBrowser } from '../../support/web-browser.js';
import { until } from '../../support/until.js';

let provider: IdentityProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await IdentityProvider.start();
  app = await startApp({ env: provider.settings({ OIDC_LINK_BY_EMAIL: 'true' }) });
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});
beforeEach(() => {
  provider.forgery = {};
});

const link = (id: number, sub: string) => app.admin.put(`users/${id}`, { provider: 'oidc', extern_uid: sub });
/** Who a browser is signed in as; null for nobody. */
async function whoIn({ browser }: Pick<SignedIn, 'browser'>): Promise<string | null> {
  return /class="who"[^>]*>@([^<]+)</.exec((await browser.get('/-/profile')).text)?.[1] ?? null;
}
async function messagesOf(type: string, id: number): Promise<string[]> {
  const { body } = await app.admin.get(`audit_events?entity_type=${type}&entity_id=${id}`);
  return (body as { details: { custom_message?: string } }[]).map(({ details }) => details.custom_message ?? '');
}

async function aRunningJob(on: TestApp, projectId: number, userId: number): Promise<number> {
  const [pipeline] = await on.sql<{ id: number }>(
    `insert into ci_pipelines (project_id, iid, ref, is_tag, sha, source, status, user_id)
     values ($1, 1, 'main', false, $2, 'api', 'running', $3) returning id`,
    [projectId, 'a'.repeat(40), userId],
  );
  const [job] = await on.sql<{ id: number }>(
    `insert into ci_jobs (project_id, pipeline_id, kind, name, stage, stage_position, status, run_when, user_id, started_at)
     values ($1, $2, 'build', 'build', 'test', 1, 'running', 'on_success', $3, now()) returning id`,
    [projectId, pipeline!.id, userId],
  );
  return job!.id;
}

/** An account that the provider knows as `sub`. */
async function aLinkedUser() {
  const user = await aUser(app);
  const sub = unique('sub');
  await link(user.id, sub);
  return { ...user, sub };
}

async function aUserWithTwoFactors() {
  const user = await aLinkedUser();
  await app.sql(`insert into two_factor (user_id, secret, confirmed_at) values ($1, '\\x00', now())`, [user.id]);
  return user;
}

describe('POST /users/auth/oidc', () => {
  it('sends the browser to the provider with code flow, PKCE, state and nonce', async () => {
    const { status, headers } = await provider.press(new WebBrowser(app.url));

    expect(status).toBe(303);
    const address = new URL(headers.get('location') ?? '');
    expect(address.origin + address.pathname).toBe(`${provider.url}/authorize`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: CLIENT_ID,
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: `${app.url}/users/auth/oidc/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  it('refuses a form without the token of the session', async () => {
    expect((await new WebBrowser(app.url).post('/users/auth/oidc')).status).toBe(422);
  });

  it('answers 503 with a sentence when the provider does not answer', async () => {
    const gone = await IdentityProvider.start();
    const other = await startApp({ env: gone.settings() });
    await gone.stop();

    const answer = await provider.press(new WebBrowser(other.url));
    await other.close();

    expect(answer.status).toBe(503);
    expect(answer.text).toContain('Acme does not answer. Try again later.');
  });

  it('shows the sign-in page while the provider lets it wait', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    let isGivenUp = false;
    silent.on('connection', (socket) => {
      socket
        .on('error', () => undefined)
        .on('close', () => (isGivenUp = true))
        .resume();
    });
    const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const other = await startApp({ env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT_ID } });

    const page = await new WebBrowser(other.url).get('/users/sign_in');
    await sleep(100); // a connection that was given up is closed by now
    const wasGivenUp = isGivenUp;
    silent.closeAllConnections();
    silent.close();
    await other.close();

    expect([page.status, wasGivenUp]).toEqual([200, false]);
  });

  it.each<[string, unknown]>([
    ['authorization_endpoint', undefined],
    ['authorization_endpoint', 'no address'],
    ['authorization_endpoint', 'javascript:alert(1)'],
    ['authorization_endpoint', 5],
    ['token_endpoint', undefined],
    ['jwks_uri', 'no address'],
  ])('answers 503 when the discovery document says of %s: %s', async (name, address) => {
    const strange = await IdentityProvider.start();
    strange.discovery = { [name]: address };
    const other = await startApp({ env: strange.settings() });
    const browser = new WebBrowser(other.url);

    const [page, answer] = [await browser.get('/users/sign_in'), await strange.press(browser)];
    await Promise.all([other.close(), strange.stop()]);

    expect([page.status, answer.status]).toEqual([200, 503]);
    expect(answer.text).toContain('Acme does not answer. Try again later.');
  });

  it('does not exist without an issuer', async () => {
    const other = await startApp();
    const browser = new WebBrowser(other.url);
    const page = await browser.get('/users/sign_in');

    expect(page.text).not.toContain('/users/auth/oidc');
    const sent = await browser.submit(page, {}, 'Sign in');
    expect(sent.status).toBe(422);
    const fields = { authenticity_token: csrfTokenOf(page) };
    expect((await browser.post('/users/auth/oidc', fields)).status).toBe(404);
    expect((await new WebBrowser(other.url).post('/users/auth/oidc', {})).status).toBe(404); // not 422, as for a forged form
    const callback = await browser.get('/users/auth/oidc/callback?state=x');
    expect(callback.headers.get('location')).toMatch(/^\/users\/sign_in/); // as every page that there is not
    expect((await browser.post('/users/auth/oidc/backchannel_logout', { logout_token: 'x' })).status).toBe(404);
    await other.close();
  });
});

describe('GET /users/auth/oidc/callback', () => {
  it('signs in the account of the identity, and goes on where the browser wanted to go', async () => {
    const user = await aLinkedUser();
    const browser = new WebBrowser(app.url);
    const asked = await browser.get('/-/profile');
    provider.says = { sub: user.sub };

    const callback = await provider.callbackOf(browser, asked.headers.get('location') ?? '');
    const answer = await browser.get(callback);

    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/-/profile']);
    expect(await whoIn({ browser })).toBe(user.username);
    expect((await messagesOf('User', user.id)).slice(0, 2)).toEqual(['identity provider sign-in', 'identity linked']);
  });

  it.each(['https://evil.example.com/', '//evil.example.com', '/\\evil.example.com'])(
    'leads nowhere outside of the service: %s',
    async (target) => {
      const user = await aLinkedUser();
      const browser = new WebBrowser(app.url);
      provider.says = { sub: user.sub };

      const callback = await provider.callbackOf(browser, `/users/sign_in?rt=${encodeURIComponent(target)}`);
      const answer = await browser.get(`${callback}&rt=${encodeURIComponent(target)}`);

      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
    },
  );

  it.each<[string, Forgery]>([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['another audience', { claims: { aud: 'another' } }],
    ['another issuer', { claims: { iss: 'https://evil.example.com' } }],
    ['no signature', { algorithm: 'none' }],
    ['the signature of another key', { algorithm: 'another key' }],
    ['an end in the past', { claims: { exp: Math.floor(Date.now() / 1000) - 120 } }],
    ['no subject', { claims: { sub: undefined } }],
  ])('refuses an ID token with %s, and creates nothing', async (_what, forgery) => {
    const user = await aLinkedUser();
    provider.forgery = forgery;

    const back = await provider.signIn(app, { sub: user.sub });

    expect(back.answer.status).toBe(400);
    expect(back.answer.text).toContain('The answer of the identity provider could not be verified. Sign in again.');
    expect(back.answer.text).toContain(back.answer.headers.get('x-request-id'));
    expect(await whoIn(back)).toBeNull();
    expect((await messagesOf('Instance', 1))[0]).toBe('identity provider sign-in refused');
  });

  it('refuses an answer that was used, that another browser asked for, or that comes from another issuer', async () => {
    const user = await aLinkedUser();
    const { browser, callback } = await provider.signIn(app, { sub: user.sub });
    const stranger = new WebBrowser(app.url);
    await stranger.get('/users/sign_in');
    const asked = await provider.callbackOf(stranger);
    const mixed = asked.replace(/iss=.*/, 'iss=https%3A%2F%2Fevil.example.com');

    expect((await browser.get(callback)).status).toBe(400);
    expect((await new WebBrowser(app.url).get(asked)).status).toBe(400);
    expect((await stranger.get(mixed)).status).toBe(400);
    expect((await stranger.get('/users/auth/oidc/callback')).status).toBe(400);
    expect(await whoIn({ browser: stranger })).toBeNull();
  });

  it('refuses the error that the provider answers', async () => {
    const browser = new WebBrowser(app.url);
    const callback = (await provider.callbackOf(browser)).replace('code=code', 'error=access_denied');

    expect((await browser.get(callback)).status).toBe(400);
  });

  it('refuses whom nobody knows, with a sentence', async () => {
    const back = await provider.signIn(app, { sub: unique('sub'), email: 'nobody@example.com', email_verified: true });

    expect(back.answer.status).toBe(403);
    expect(back.answer.text).toContain('Your account is not known here. Ask an administrator.');
    expect(await app.sql(`select 1 from users where email = 'nobody@example.com'`)).toEqual([]);
  });

  it('links an account by an address that the provider has verified, and no administrator', async () => {
    const [user, admin] = [await aUser(app), await aUser(app, { admin: true })];
    const emailOf = ({ username }: { username: string }) => `${username}@example.com`;
    const sub = unique('sub');

    const unverified = await provider.signIn(app, { sub, email: emailOf(user), email_verified: false });
    const silent = await provider.signIn(app, { sub, email: emailOf(user) });
    const root = await provider.signIn(app, { sub: unique('sub'), email: emailOf(admin), email_verified: true });
    const verified = await provider.signIn(app, { sub, email: emailOf(user).toUpperCase(), email_verified: true });
    const another = await provider.signIn(app, { sub: unique('sub'), email: emailOf(user), email_verified: true });

    expect([unverified, silent, root, verified, another].map(({ answer }) => answer.status)).toEqual([
      403, 403, 403, 302, 403,
    ]);
    expect((await app.admin.get(`users/${user.id}`)).body.identities).toEqual([{ provider: 'oidc', extern_uid: sub }]);
  });

  it('links no account by an address that looks like its own in lower case', async () => {
    const own = `${unique('k')}@example.com`;
    await aUser(app, { email: own });
    const email = own.replace('k', '\u212A'); // its lower case is a k

    const back = await provider.signIn(app, { sub: unique('sub'), email, email_verified: true });

    expect(back.answer.status).toBe(403);
  });

  it.each([
    ['NUL', 'a\0b'],
    ['more than 255 characters', 'x'.repeat(256)],
    ['half of a surrogate pair', '\ud800'],
    ['nothing', ''],
  ])('refuses a subject with %s', async (_what, sub) => {
    const back = await provider.signIn(app, { sub });

    expect(back.answer.status).toBe(400);
    expect(back.answer.text).toContain('could not be verified');
  });

  it('keeps out who is blocked', async () => {
    const user = await aLinkedUser();
    await app.admin.post(`users/${user.id}/block`);

    const back = await provider.signIn(app, { sub: user.sub });

    expect(back.answer.status).toBe(403);
    expect(back.answer.text).toContain('Your account has been blocked.');
    expect(await whoIn(back)).toBeNull();
  });
});

describe('an account that SCIM made', () => {
  const aProvisioner = async () => aProvider(await aUser(app), app.anonymous);

  it('signs in by its externalId, and owns nothing twice', async () => {
    const { externalId: sub, userName: email } = await (await aProvisioner()).user();

    const back = await provider.signIn(app, { sub, email, email_verified: true });
    const again = await provider.signIn(app, { sub });

    expect([back.answer.status, again.answer.status]).toEqual([302, 302]);
    expect(await whoIn(back)).toBe(sub);
    expect(await app.sql('select 1 from users where email = $1', [email])).toHaveLength(1);
  });

  it('is out at once when it is deactivated: its sessions end, its tokens and its running jobs', async () => {
    const scim = await aProvisioner();
    const { id, externalId: sub } = await scim.user();
    const back = await provider.signIn(app, { sub });
    const [user] = await app.sql<{ id: number }>('select id from users where username = $1', [sub]);
    const api = app.as(await aToken(app, user!.id));
    const project = await aProject(api);
    const jobId = await aRunningJob(app, project.id, user!.id);
    expect((await api.get('user')).status).toBe(200);

    await scim.send('PATCH', `Users/${id as string}`, {
      Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
    });

    expect(await whoIn(back)).toBeNull();
    expect((await api.get('user')).status).toBe(403);
    expect((await provider.signIn(app, { sub })).answer.status).toBe(403);
    await until(
      async () => (await app.sql(`select 1 from ci_jobs where id = $1 and status = 'running'`, [jobId])).length === 0,
    );
  });

  it('is no way into an account that the group did not make', async () => {
    const email = `${unique('k')}@example.com`;
    await aUser(app, { email });
    const { externalId: sub } = await (await aProvisioner()).user({ emails: [{ value: email, primary: true }] });

    expect((await provider.signIn(app, { sub })).answer.status).toBe(403);
    expect((await provider.signIn(app, { sub, email, email_verified: false })).answer.status).toBe(403);
    const lookalike = email.replace('k', '\u212A');
    expect((await provider.signIn(app, { sub, email: lookalike, email_verified: true })).answer.status).toBe(403);
    expect((await provider.signIn(app, { sub, email, email_verified: true })).answer.status).toBe(302);
  });
});

describe('a second factor', () => {
  it('is asked for after the provider', async () => {
    const back = await provider.signIn(app, { sub: (await aUserWithTwoFactors()).sub, amr: ['pwd'] });

    expect(back.answer.headers.get('location')).toMatch(/^\/users\/sign_in\?second_factor=true/);
    expect(await whoIn(back)).toBeNull();
    const page = await back.browser.get(back.answer.headers.get('location') ?? '');
    expect(page.text).toContain('user[otp_attempt]');
  });

  it.each(['mfa', 'otp', 'hwk', 'swk', 'fpt'])('is not asked for when the provider asked for %s', async (method) => {
    const user = await aUserWithTwoFactors();

    expect(await whoIn(await provider.signIn(app, { sub: user.sub, amr: ['pwd', method] }))).toBe(user.username);
  });
});

describe('a provider with a userinfo endpoint', () => {
  let talkative: IdentityProvider;
  let other: TestApp;
  beforeAll(async () => {
    talkative = await IdentityProvider.start();
    talkative.discovery = { userinfo_endpoint: `${talkative.url}/userinfo` };
    other = await startApp({ env: talkative.settings({ OIDC_LINK_BY_EMAIL: 'true' }) });
  });
  afterAll(async () => {
    await other.close();
    await talkative.stop();
  });

  it('verifies the address that it names itself, and not that of the ID token', async () => {
    const [user, sub] = [await aUser(other), unique('sub')];
    const email = `${user.username}@example.com`;

    talkative.userinfo = { sub, email: `${unique('x')}@example.com`, email_verified: true };
    const mixed = await talkative.signIn(other, { sub, email });
    talkative.userinfo = { sub, email, email_verified: true };
    const whole = await talkative.signIn(other, { sub });

    expect([mixed.answer.status, whole.answer.status]).toEqual([403, 302]);
  });

  it('is not asked how the person signed in', async () => {
    const [user, sub] = [await aUser(other), unique('sub')];
    await other.admin.put(`users/${user.id}`, { provider: 'oidc', extern_uid: sub });
    await other.sql(
      `insert into two_factor (user_id, secret, confirmed_at, last_step) values ($1, '\\x00', now(), 0)`,
      [user.id],
    );
    talkative.userinfo = { sub, amr: ['mfa'] };

    const { answer } = await talkative.signIn(other, { sub });

    expect(answer.headers.get('location')).toMatch(/second_factor=true/);
  });

  it('keeps an error in the audit log although the log cannot keep every text', async () => {
    const browser = new WebBrowser(other.url);
    const cut = `error=${'x'.repeat(99)}${encodeURIComponent('😀')}`;
    const fromBrowser = await browser.get((await talkative.callbackOf(browser)).replace('code=code', cut));
    talkative.tokenError = { error: 'a\0b' };
    const fromProvider = await talkative.signIn(other, { sub: 'any' });
    talkative.tokenError = null;

    expect([fromBrowser.status, fromProvider.answer.status]).toEqual([400, 400]);
    const { body } = await other.admin.get('audit_events?entity_type=Instance&entity_id=1');
    expect((body as { details: { target_details: string } }[])[0]?.details.target_details).toBe('ab');
  });
});

describe('POST /users/auth/oidc/backchannel_logout', () => {
  const logOut = async (token: string) => {
    const { status, body } = await new WebBrowser(app.url).post('/users/auth/oidc/backchannel_logout', {
      logout_token: token,
    });
    return { status, body };
  };

  it('ends the session of the sid, or all sessions of the sub', async () => {
    const { sub } = await aLinkedUser();
    const [first, second, third] = [
      await provider.signIn(app, { sub, sid: 'one' }),
      await provider.signIn(app, { sub, sid: 'two' }),
      await provider.signIn(app, { sub }),
    ];

    expect((await logOut(await provider.logoutToken({ sid: 'one', sub }))).status).toBe(200);
    expect([await whoIn(first), await whoIn(second)]).toEqual([null, expect.any(String)]);
    expect((await logOut(await provider.logoutToken({ sub }))).status).toBe(200);
    expect([await whoIn(second), await whoIn(third)]).toEqual([null, null]);
  });

  it('takes a token once', async () => {
    const token = await provider.logoutToken({ sub: unique('sub') });

    expect((await logOut(token)).status).toBe(200);
    expect(await logOut(token)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('ends no less when the browser began to sign in to another account', async () => {
    const [{ sub }, other] = [await aLinkedUser(), await aUserWithTwoFactors()];
    const { browser } = await provider.signIn(app, { sub });

    const fields = { 'user[login]': other.username, 'user[password]': other.password, 'user[remember_me]': '1' };
    const token = csrfTokenOf(await browser.get('/-/profile'));
    const asked = await browser.post('/users/sign_in', { ...fields, authenticity_token: token });
    await logOut(await provider.logoutToken({ sub }));

    expect([asked.status, await whoIn({ browser })]).toEqual([200, null]);
  });

  it.each<[string, Forgery]>([
    ['another audience', { claims: { aud: 'another' } }],
    ['another issuer', { claims: { iss: 'https://evil.example.com' } }],
    ['a nonce', { claims: { nonce: 'x' } }],
    ['no event', { claims: { events: {} } }],
    ['an event that is no object', { claims: { events: { [LOGOUT_EVENT]: 'x' } } }],
    ['events that are a list', { claims: { events: [LOGOUT_EVENT] } }],
    ['nobody', { claims: { sub: undefined } }],
    ['no jti', { claims: { jti: undefined } }],
    ['a jti that is no text', { claims: { jti: 5 } }],
    ['a subject that is no text beside a session', { claims: { sub: 5, sid: 'one' } }],
    ['a subject with NUL', { claims: { sub: 'a\0b' } }],
    ['a session with half of a surrogate pair', { claims: { sid: '\ud800' } }],
    ['an end in the past', { claims: { exp: Math.floor(Date.now() / 1000) - 120 } }],
    ['no signature', { algorithm: 'none' }],
    ['the signature of another key', { algorithm: 'another key' }],
  ])('refuses a token with %s', async (_what, forgery) => {
    const { sub } = await aLinkedUser();
    const back = await provider.signIn(app, { sub });

    expect(await logOut(await provider.logoutToken({ sub }, forgery))).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
    expect(await whoIn(back)).not.toBeNull();
  });

  it('refuses what is no form', async () => {
    const { status } = await app.anonymous.send('POST', '/users/auth/oidc/backchannel_logout', { logout_token: 'x' });

    expect(status).toBe(400);
  });
});

describe('identities of a user', () => {
  it('are linked and changed by administrators, shown, and unlinked', async () => {
    const user = await aUser(app);
    const first = unique('sub');
    expect((await link(user.id, first)).body.identities).toEqual([{ provider: 'oidc', extern_uid: first }]);
    const second = unique('sub');

    expect((await link(user.id, second)).body.identities).toEqual([{ provider: 'oidc', extern_uid: second }]);
    expect((await user.api.get('user')).body.identities).toEqual([{ provider: 'oidc', extern_uid: second }]);
    expect((await app.admin.delete(`users/${user.id}/identities/oidc`)).status).toBe(204);
    expect(await app.admin.delete(`users/${user.id}/identities/oidc`)).toMatchObject({
      status: 404,
      body: { message: '404 Identity Not Found' },
    });
    expect((await app.admin.get(`users/${user.id}`)).body.identities).toEqual([]);
  });

  it('answers 409 for one that is linked to another, and changes nothing', async () => {
    const [user, other] = [await aLinkedUser(), await aUser(app)];

    const answer = await app.admin.put(`users/${other.id}`, { name: 'X', provider: 'oidc', extern_uid: user.sub });

    expect(answer).toMatchObject({
      status: 409,
      body: { message: '409 Conflict - The identity is linked to another user' },
    });
    expect((await app.admin.get(`users/${other.id}`)).body.name).toBe(other.username);
  });

  it('refuses half of an identity, and people who are no administrators', async () => {
    const user = await aUser(app);

    expect((await app.admin.put(`users/${user.id}`, { provider: 'oidc' })).status).toBe(400);
    expect((await app.admin.put(`users/${user.id}`, { extern_uid: 'x' })).status).toBe(400);
    expect((await app.admin.put(`users/${user.id}`, { provider: 'x', extern_uid: 'x' })).status).toBe(400);
    expect((await user.api.put(`users/${user.id}`, { provider: 'oidc', extern_uid: 'x' })).status).toBe(403);
    expect((await user.api.delete(`users/${user.id}/identities/oidc`)).status).toBe(403);
  });
});

describe('with OIDC_AUTO_CREATE, OIDC_ADMIN_GROUPS and OIDC_PASSWORD_SIGN_IN', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await startApp({
      env: provider.settings({
        OIDC_AUTO_CREATE: 'true',
        OIDC_GROUPS_CLAIM: 'groups',
        OIDC_ADMIN_GROUPS: 'operators, root',
        OIDC_PASSWORD_SIGN_IN: 'administrators',
      }),
    });
  });
  afterAll(() => strict.close());

  const userOf = async (username: string) => (await strict.admin.get(`users?username=${username}`)).body[0];

  it('opens a confirmed account without a password, under a free username', async () => {
    const name = unique('name');
    const claims = (sub: string, email: string) => ({
      sub,
      email,
      email_verified: true,
      preferred_username: name,
      name: 'A B',
    });

    const first = await provider.signIn(strict, claims(unique('sub'), `${name}@one.example.com`));
    const second = await provider.signIn(strict, claims(unique('sub'), `${name}@two.example.com`));

    expect([first.answer.status, second.answer.status]).toEqual([302, 302]);
    expect(await userOf(name)).toMatchObject({ name: 'A B', email: `${name}@one.example.com`, is_admin: false });
    expect(await userOf(`${name}1`)).toMatchObject({ email: `${name}@two.example.com` });
    expect(await strict.sql('select password_digest from users where username = $1', [name])).toEqual([
      { password_digest: null },
    ]);
    expect((await aProject(strict.admin)).id).toEqual(expect.any(Number));
  });

  it('names it by the local part of the address where the provider tells no name: everybody sees that', async () => {
    const name = unique('name');

    await provider.signIn(strict, { sub: unique('sub'), email: `${name}@example.com`, email_verified: true });

    expect(await userOf(name)).toMatchObject({ name });
  });

  it('gives it no name and no address that accounts cannot have', async () => {
    const [name, sub] = [unique('name'), unique('sub')];
    const claims = { sub, email_verified: true, preferred_username: name };

    const refused = await provider.signIn(strict, { ...claims, email: 'a\u0001@example.com' });
    await provider.signIn(strict, { ...claims, email: `${name}@example.com`, name: 'A\r\nB' });

    expect(refused.answer.status).toBe(403);
    expect(await userOf(name)).toMatchObject({ name });
  });

  it('opens none for an address that is not verified, or that another account has', async () => {
    const user = await aUser(strict);
    const taken = { sub: unique('sub'), email: `${user.username}@example.com`, email_verified: true };
    const unverified = { sub: unique('sub'), email: `${unique('x')}@example.com`, email_verified: false };

    expect((await provider.signIn(strict, taken)).answer.status).toBe(403);
    expect((await provider.signIn(strict, unverified)).answer.status).toBe(403);
  });

  it('makes and unmakes administrators by the groups claim', async () => {
    const name = unique('name');
    const claims = { sub: unique('sub'), email: `${name}@example.com`, email_verified: true, preferred_username: name };

    await provider.signIn(strict, { ...claims, groups: ['staff', 'operators'] });
    expect((await userOf(name)).is_admin).toBe(true);
    await provider.signIn(strict, { ...claims, groups: ['staff'] });
    expect((await userOf(name)).is_admin).toBe(false);
  });

  it('takes the passwords of administrators alone, by pages and by programs', async () => {
    const [user, admin] = [await aUser(strict), await aUser(strict, { admin: true })];
    const byProgram = ({ username, password }: typeof user) =>
      strict.anonymous.get('/jwt/auth?service=container_registry', {
        headers: { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
      });

    expect((await new WebBrowser(strict.url).signIn(user.username, user.password)).status).toBe(422);
    expect((await new WebBrowser(strict.url).signIn(admin.username, admin.password)).status).toBe(303);
    expect([(await byProgram(user)).status, (await byProgram(admin)).status]).toEqual([401, 200]);
  });
});
