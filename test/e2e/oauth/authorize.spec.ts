import { decodeJwt } from 'jose';
import {
  aCode,
  anApplication,
  aPublicApplication,
  authorizePath,
  aSignedInBrowser,
  broughtBack,
  CALLBACK,
  exchangeCode,
  pkce,
  requestOf,
  someTokens,
} from '../../builders/oauth.js';
import type { TestApplication } from '../../builders/oauth.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { csrfTokenOf, formsOf, WebBrowser } from '../../support/web-browser.js';

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

type Params = Readonly<Record<string, string | undefined>>;
const JSON_ONLY = { headers: { Accept: 'application/json' } };
const { challenge, verifier } = pkce();
const PKCE = { code_challenge: challenge, code_challenge_method: 'S256' };
const ask = (more: Params = {}, browser = user.browser, client = application) =>
  browser.get(authorizePath(requestOf(client, more)));

describe('GET /oauth/authorize with an error that is shown to the user', () => {
  it.each<[string, Params, number, string]>([
    ['without client_id', { client_id: undefined }, 400, 'invalid_request'],
    ['with a blank client_id', { client_id: '' }, 400, 'invalid_request'],
    ['of an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['without redirect_uri', { redirect_uri: undefined }, 400, 'invalid_request'],
    ['with another redirect_uri', { redirect_uri: `${CALLBACK}/` }, 400, 'invalid_request'],
    ['with a redirect_uri of another host', { redirect_uri: 'https://evil.example/callback' }, 400, 'invalid_request'],
    ['with a script for a redirect_uri', { redirect_uri: 'javascript:alert(1)' }, 400, 'invalid_request'],
  ])('answers an error page to a request %s', async (_name, more, status, error) => {
    for (const browser of [user.browser, new WebBrowser(app.url)]) {
      const html = await ask(more, browser);
      const json = await browser.get(authorizePath(requestOf(application, more)), JSON_ONLY);

      expect(html.status).toBe(status);
      expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(html.headers.get('location')).toBeNull();
      expect(json).toMatchObject({ status, body: { error, error_description: expect.any(String) } });
      expect(json.headers.get('location')).toBeNull();
    }
  });

  it.each<[string, string, string]>([
    ['without client_id', '', 'The parameter <code>client_id</code> is missing.'],
    ['with client_id twice', '?client_id=a&client_id=b', 'The parameter <code>client_id</code> is repeated.'],
    ['of an unknown client', '?client_id=no%3Cbody', 'No application has the ID <code>no&lt;body</code>.'],
    ['without redirect_uri', 'own', 'The parameter <code>redirect_uri</code> is missing.'],
    [
      'with redirect_uri twice',
      'own&redirect_uri=https://a.example&redirect_uri=https://b.example',
      'The parameter <code>redirect_uri</code> is repeated.',
    ],
    [
      'with another redirect_uri',
      'own&redirect_uri=https://evil.example/%3Ccb%3E',
      'The redirect URI <code>https://evil.example/&lt;cb&gt;</code> is not registered for this application.',
    ],
  ])('names on the page what is wrong with a request %s, and not in the JSON body', async (_name, query, text) => {
    const path = `/oauth/authorize${query.replace(/^own/, `?client_id=${application.uid}`)}`;
    const html = (await user.browser.get(path)).text.replace(/\s+/g, ' ');
    const { body } = await user.browser.get(path, JSON_ONLY);

    expect(html).toContain(text);
    expect(Object.keys(body)).toEqual(['error', 'error_description']);
    expect(body.error_description).toMatch(/^The (request is missing a parameter, repeats one|client is unknown)/);
  });

  it.each(['client_id', 'redirect_uri'])('answers an error page to a request with %s twice', async (name) => {
    const path = authorizePath(requestOf(application));
    for (const more of [`&${name}=x`, `&${name}[]=x`, `&${name}=${encodeURIComponent(name)}`]) {
      const { status, headers } = await user.browser.get(path + more);

      expect([status, headers.get('location')]).toEqual([400, null]);
    }
  });

  it('answers 403 or a sign-in for an account that was blocked meanwhile, never a redirect to the application', async () => {
    const blocked = await aSignedInBrowser(app);
    await app.sql(`update users set state = 'blocked' where id = $1`, [blocked.id]);

    const { status, headers } = await ask({}, blocked.browser);

    expect([status, headers.get('location')]).toEqual([403, null]);
  });

  it.each<[string, string]>([
    [`state = 'blocked'`, 'Your account has been blocked.'],
    [`state = 'deactivated'`, 'Your account has been deactivated.'],
    ['confirmed_at = null', 'Your primary email address is not confirmed.'],
  ])('answers 403 to an account whose %s, in words and as JSON', async (change, text) => {
    const { browser, id } = await aSignedInBrowser(app);
    await app.sql(`update users set ${change} where id = $1`, [id]);
    const html = await ask({ prompt: 'none' }, browser);
    const json = await browser.get(authorizePath(requestOf(application)), JSON_ONLY);

    expect([html.status, html.headers.get('location'), html.text.includes(text)]).toEqual([403, null, true]);
    expect(html.text).not.toContain('Invalid request from the application');
    expect(json.status).toBe(403);
    expect(json.body).toEqual({
      message: `403 Forbidden - ${text}`,
      error: 'access_denied',
      error_description: expect.any(String),
    });
  });

  it('is never cached, framed or sent as referrer, whatever the outcome', async () => {
    const answers = [
      await ask({ client_id: 'nobody' }),
      await ask({ scope: 'nothing' }),
      await ask(),
      await ask({}, new WebBrowser(app.url)),
      await user.browser.get(authorizePath(requestOf(application)), JSON_ONLY),
      await user.browser.get(authorizePath(requestOf(application, { client_id: 'nobody' })), JSON_ONLY),
      await user.browser.post('/oauth/authorize', requestOf(application)),
    ];

    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('etag')).toBeNull();
    }
  });

  it('answers 400 to invalid characters', async () => {
    expect((await user.browser.get(`${authorizePath(requestOf(application))}&nonce=%ff`)).status).toBe(400);
    expect((await user.browser.get(`${authorizePath(requestOf(application))}&nonce=%00`)).status).toBe(400);
  });
});

describe('GET /oauth/authorize with an error that is sent to the application', () => {
  const cases: [string, Params, string][] = [
    ['without response_type', { response_type: undefined }, 'invalid_request'],
    ['token', { response_type: 'token' }, 'unsupported_response_type'],
    ['id_token', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['a mixture', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['response_mode fragment', { response_mode: 'fragment' }, 'unsupported_response_mode'],
    ['an unknown scope', { scope: 'api nothing' }, 'invalid_scope'],
    ['a scope in capitals', { scope: 'API' }, 'invalid_scope'],
    ['a scope that the application may not have', { scope: 'write_repository' }, 'invalid_scope'],
    ['a tab between scopes', { scope: 'api\tread_user' }, 'invalid_scope'],
    ['a line break between scopes', { scope: 'api\nread_user' }, 'invalid_scope'],
    ['a short challenge', { ...PKCE, code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['a long challenge', { ...PKCE, code_challenge: 'x'.repeat(129) }, 'invalid_request'],
    ['a challenge with other signs', { ...PKCE, code_challenge: `${'x'.repeat(43)}=` }, 'invalid_request'],
    ['a plain challenge', { ...PKCE, code_challenge_method: 'plain' }, 'invalid_request'],
    ['a method in small letters', { ...PKCE, code_challenge_method: 's256' }, 'invalid_request'],
    ['a challenge without method', { code_challenge: challenge }, 'invalid_request'],
    ['a method without challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
    ['prompt=none where consent is due', { prompt: 'none' }, 'consent_required'],
    ['a max_age below zero', { max_age: '-1' }, 'invalid_request'],
    ['a max_age that is no number', { max_age: '1h' }, 'invalid_request'],
    ['an unknown resource', { resource: 'https://elsewhere.example' }, 'invalid_target'],
  ];

  it.each(cases)('redirects with the error for %s', async (_name, more, error) => {
    const answer = await ask(more);

    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')?.startsWith(`${CALLBACK}?`)).toBe(true);
    expect(answer.headers.get('location')).not.toContain('#');
    expect(broughtBack(answer)).toEqual({
      error,
      error_description: expect.any(String),
      state: 'a state',
      iss: app.url,
    });
  });

  it.each(cases)('redirects with the error for %s, when a forged form sends it', async (_name, more, error) => {
    const fields = Object.fromEntries(
      Object.entries<string | undefined>(requestOf(application, more)).filter(
        (pair): pair is [string, string] => pair[1] !== undefined,
      ),
    );
    const authenticity_token = await user.browser.csrfToken();

    const answer = await user.browser.post('/oauth/authorize', { ...fields, authenticity_token });

    expect(answer.status).toBe(303);
    expect(broughtBack(answer)).toMatchObject({ error, state: 'a state', iss: app.url });
  });

  it.each(['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'nonce', 'prompt', 'max_age'])(
    'redirects with invalid_request for %s given twice',
    async (name) => {
      const answer = await user.browser.get(`${authorizePath(requestOf(application, { [name]: 'code' }))}&${name}=x`);

      expect(broughtBack(answer)).toMatchObject({ error: 'invalid_request', iss: app.url });
    },
  );

  it('redirects only after the user has signed in', async () => {
    for (const [, more] of cases.filter(([name]) => !name.includes('prompt'))) {
      const answer = await ask(more, new WebBrowser(app.url));

      expect([answer.status, answer.headers.get('location')?.split('=')[0]]).toEqual([302, '/users/sign_in?rt']);
    }
  });

  it('redirects with login_required for prompt=none when nobody is signed in', async () => {
    const answer = await ask({ prompt: 'none' }, new WebBrowser(app.url));

    expect(answer.status).toBe(302);
    expect(broughtBack(answer)).toMatchObject({ error: 'login_required', state: 'a state', iss: app.url });
  });

  it('refuses public applications without a challenge', async () => {
    expect(broughtBack(await ask({}, user.browser, spa))).toMatchObject({ error: 'invalid_request' });
    expect((await ask(PKCE, user.browser, spa)).status).toBe(200);
  });

  it('refuses sudo, except for administrators', async () => {
    const powerful = await anApplication(app, { scopes: 'api sudo' });
    const admin = await aSignedInBrowser(app, { admin: true });

    expect(broughtBack(await ask({ scope: 'sudo' }, user.browser, powerful))).toMatchObject({
      error: 'invalid_scope',
    });
    expect((await ask({ scope: 'api sudo' }, admin.browser, powerful)).status).toBe(200);
  });

  it('refuses a request without scope when the application may not have api', async () => {
    const narrow = await anApplication(app, { scopes: 'read_user' });

    expect(broughtBack(await ask({}, user.browser, narrow))).toMatchObject({ error: 'invalid_scope' });
    expect(broughtBack(await ask({ scope: ' ' }, user.browser, narrow))).toMatchObject({ error: 'invalid_scope' });
  });

  it('leaves out a state that was not sent', async () => {
    const answer = await ask({ state: undefined, response_type: undefined });

    expect(Object.keys(broughtBack(answer)).sort()).toEqual(['error', 'error_description', 'iss']);
  });

  it('answers by a form where that is asked for', async () => {
    const answer = await ask({ response_mode: 'form_post', scope: 'nothing' });
    const [form] = formsOf(answer.text);

    expect(answer.status).toBe(200);
    expect(form).toMatchObject({
      action: CALLBACK,
      method: 'post',
      fields: { error: 'invalid_scope', state: 'a state', iss: app.url },
    });
  });
});

describe('GET /oauth/authorize', () => {
  it('names application, host, scopes and user, and has two forms with all parameters of the request', async () => {
    const named = await anApplication(app, { name: 'Dockyard <b>&amp;</b>' });
    const page = await ask({ scope: 'api openid', state: 'ß "<>&\'', nonce: 'n', ...PKCE }, user.browser, named);
    const forms = formsOf(page.text);

    expect(page.status).toBe(200);
    expect(page.text).toContain('Dockyard &lt;b&gt;&amp;amp;&lt;/b&gt;');
    for (const text of ['client.example.com', `@${user.username}`, '<code>api</code>', '<code>openid</code>']) {
      expect(page.text).toContain(text);
    }
    const sent = {
      ...requestOf(named),
      scope: 'api openid',
      state: 'ß "<>&\'',
      nonce: 'n',
      ...PKCE,
      authenticity_token: expect.any(String),
    };
    const form = { action: '/oauth/authorize', method: 'post' };
    expect(forms).toEqual([
      { ...form, button: 'Authorize', fields: sent },
      { ...form, button: 'Deny', fields: { ...sent, _method: 'delete' } },
    ]);
  });

  it('is not framed or cached, and its links and forms lead nowhere else', async () => {
    const { headers } = await ask();
    const policy = headers.get('content-security-policy') ?? '';

    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://client.example.com;");
    expect(policy).not.toContain('script-src');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('names the scheme of a private address in its policy', async () => {
    const native = await aPublicApplication(app, { redirect_uri: 'com.example.app:/cb' });
    const page = await ask(PKCE, user.browser, native);
    const answer = await user.browser.submit(page, {}, 'Authorize');

    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' com.example.app:;");
    expect(answer.headers.get('location')).toMatch(/^com\.example\.app:\/cb\?code=[\w-]{43}&state=a%20state&iss=/);
  });

  it('gives a code after consent, with the state to the byte', async () => {
    for (const state of ['a state', 'ß€🚢', '%20+&=#"\'<>', ' ', 'x'.repeat(1000)]) {
      const answer = await user.browser.submit(await ask({ state, prompt: 'consent' }), {}, 'Authorize');

      expect(answer.status).toBe(303);
      expect(broughtBack(answer)).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), state, iss: app.url });
    }
  });

  it('shows what would reorder the name of the application, and with it whose it is', async () => {
    const disguised = await anApplication(app, { name: 'Tool\u202e' });
    const page = await ask({ prompt: 'consent' }, user.browser, disguised);

    expect(page.text).not.toContain('\u202e');
    expect(page.text).toContain('Authorize Tool<span class="control">U+202E</span>?');
  });

  it('gives no code after denial, by the form or by DELETE', async () => {
    const page = await ask({ prompt: 'consent' });
    const token = csrfTokenOf(page);
    const byForm = await user.browser.submit(page, {}, 'Deny');
    const path = authorizePath(requestOf(application, { prompt: 'consent' }));
    const byVerb = await user.browser.send('DELETE', path, undefined, { headers: { 'X-CSRF-Token': token } });

    for (const answer of [byForm, byVerb]) {
      expect(answer.status).toBe(303);
      expect(broughtBack(answer)).toEqual({
        error: 'access_denied',
        error_description: expect.any(String),
        state: 'a state',
        iss: app.url,
      });
    }
  });

  it.each(['_method=DELETE', '_method=delete&_method=delete', '_method[]=delete', '_method=patch'])(
    'gives no code for a form with %s, which neither approves nor denies',
    async (method) => {
      const { client_id, redirect_uri, response_type } = requestOf(application);
      const token = csrfTokenOf(await ask({ prompt: 'consent' }));
      const fields = { client_id, redirect_uri, response_type, authenticity_token: token };
      const body = new URLSearchParams(fields).toString();
      const answer = await user.browser.send('POST', 'oauth/authorize', `${body}&${method}`, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });

      expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
    },
  );

  it('keeps the query of the registered address and replaces our own parameters', async () => {
    const registered = `${CALLBACK}?keep=1&code=theirs&state=theirs`;
    const odd = await anApplication(app, { redirect_uri: registered });
    const page = await ask({}, user.browser, odd);
    const { headers } = await user.browser.submit(page, {}, 'Authorize');
    const back = new URL(headers.get('location')!).searchParams;

    expect(back.getAll('keep')).toEqual(['1']);
    expect(back.getAll('code')).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    expect(back.getAll('state')).toEqual(['a state']);
  });

  it('answers a native application on any port of the loopback address', async () => {
    const native = await aPublicApplication(app, { redirect_uri: 'http://127.0.0.1/cb' });
    const listening = { ...native, redirectUri: 'http://127.0.0.1:49152/cb' };
    const code = await aCode(user.browser, listening, PKCE);

    expect((await exchangeCode(app, native, code, { code_verifier: verifier })).body.error).toBe('invalid_grant');
    const again = await aCode(user.browser, listening, PKCE);
    expect((await exchangeCode(app, listening, again, { code_verifier: verifier })).status).toBe(200);
  });

  it.each([
    ['without a token', {}],
    ['with a wrong token', { authenticity_token: 'x'.repeat(86) }],
    ['with the token of another session', 'foreign'],
  ])('does nothing for a form %s', async (_name, fields) => {
    const stranger = await aSignedInBrowser(app);
    const forged = fields === 'foreign' ? { authenticity_token: await stranger.browser.csrfToken() } : fields;
    const [before] = await app.sql<{ count: string }>('select count(*) from oauth_codes');

    const answer = await user.browser.post('/oauth/authorize', { ...requestOf(application), ...forged });

    expect(answer.status).toBe(422);
    expect(answer.text).toContain('This page has expired');
    expect(answer.headers.get('location')).toBeNull();
    expect(await app.sql('select count(*) from oauth_codes')).toEqual([before]);
  });

  it('does nothing for a valid token that comes from another origin', async () => {
    const authenticity_token = await user.browser.csrfToken();
    const fields = { ...requestOf(application), authenticity_token };
    const origin = { headers: { Origin: 'https://evil.example' } };

    expect((await user.browser.post('/oauth/authorize', fields, origin)).status).toBe(422);
    expect((await user.browser.post('/oauth/authorize', fields, { headers: { Origin: app.url } })).status).toBe(303);
  });
});

describe('GET /oauth/authorize after an earlier consent', () => {
  it('does not ask a confidential application again for the same or fewer scopes', async () => {
    const client = await anApplication(app);
    const more = { scope: 'api read_user' };
    await someTokens(app, client, user.browser, more);

    expect((await ask(more, user.browser, client)).status).toBe(302);
    expect((await ask({ scope: 'read_user' }, user.browser, client)).status).toBe(302);
    expect((await ask({ scope: 'read_user', prompt: 'none' }, user.browser, client)).status).toBe(302);
    expect((await ask({ scope: 'api openid' }, user.browser, client)).status).toBe(200);
    expect((await ask({ ...more, prompt: 'consent' }, user.browser, client)).status).toBe(200);
    expect((await ask(more, (await aSignedInBrowser(app)).browser, client)).status).toBe(200);
  });

  it('asks a public application each time, unless it is trusted', async () => {
    await someTokens(app, spa, user.browser);
    const trusted = await aPublicApplication(app, { trusted: true });

    expect((await ask(PKCE, user.browser, spa)).status).toBe(200);
    expect((await ask(PKCE, user.browser, trusted)).status).toBe(302);
    expect((await ask({ ...PKCE, prompt: 'consent' }, user.browser, trusted)).status).toBe(200);
  });

  it('asks again once the authorization was revoked', async () => {
    const client = await anApplication(app);
    await someTokens(app, client, user.browser);
    await app.sql('update oauth_families set revoked_at = now() where application_id = $1', [client.id]);

    expect((await ask({}, user.browser, client)).status).toBe(200);
  });
});

describe('GET /oauth/authorize without a session', () => {
  it('returns after the sign-in to the same request, however long it is, in several tabs at once', async () => {
    const browser = new WebBrowser(app.url);
    const states = ['first', 'second'.repeat(500)];
    const pages = [];
    for (const state of states) {
      const { headers } = await ask({ state }, browser);
      pages.push(await browser.get(headers.get('location')!));
    }
    const login = { 'user[login]': user.username, 'user[password]': user.password };

    const first = await browser.submit(pages[0]!, login, 'Sign in');
    expect(first.headers.get('location')).toBe(authorizePath(requestOf(application, { state: states[0] })));
    const second = await browser.get(`/users/sign_in?rt=${rtOf(pages[1]!.text)}`);
    expect(second.headers.get('location')).toBe(authorizePath(requestOf(application, { state: states[1] })));
  });

  it('lets the sign-in form redirect to the application, by the policy of its page', async () => {
    const browser = new WebBrowser(app.url);
    const page = await browser.get((await ask({}, browser)).headers.get('location')!);

    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://client.example.com;");
    const wrong = await browser.submit(page, { 'user[login]': 'x', 'user[password]': 'y' }, 'Sign in');
    expect(wrong.headers.get('content-security-policy')).toContain("form-action 'self' https://client.example.com;");
  });

  it('fills in login_hint as the login', async () => {
    const browser = new WebBrowser(app.url);
    const { headers } = await ask({ login_hint: '"><b>ada' }, browser);
    const page = await browser.get(headers.get('location')!);

    expect(formsOf(page.text)[0]?.fields['user[login]']).toBe('"><b>ada');
  });

  it('asks those who are signed in for prompt=login, once for each request', async () => {
    const { browser, username, password } = await aSignedInBrowser(app);
    const more = { prompt: 'login', state: 'anew' };
    const sent = await ask(more, browser);
    const page = await browser.get(sent.headers.get('location')!);
    const forged = { ...requestOf(application, more), authenticity_token: await browser.csrfToken() };

    expect(page.status).toBe(200);
    const refused = await browser.post('/oauth/authorize', forged);
    expect([refused.status, refused.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^\/users\/sign_in\?rt=/),
    ]);
    const json = { headers: { Accept: 'application/json' } };
    expect((await browser.post('/oauth/authorize', forged, json)).status).toBe(422);
    const back = await browser.submit(page, { 'user[login]': username, 'user[password]': password }, 'Sign in');
    const asked = await browser.get(back.headers.get('location')!);
    expect(asked.status).toBe(200);
    const answer = await browser.submit(asked, {}, 'Authorize');
    expect(broughtBack(answer)).toMatchObject({ state: 'anew', code: expect.any(String) });
    expect((await ask(more, browser)).headers.get('location')).toMatch(/^\/users\/sign_in\?rt=/);
  });

  it('asks for prompt=login again when the request was shown and comes anew', async () => {
    const { browser, username, password } = await aSignedInBrowser(app);
    const more = { prompt: 'login', state: undefined };
    const sent = await ask(more, browser);
    const back = await browser.signIn(username, password, sent.headers.get('location')!);
    const first = await browser.get(back.headers.get('location')!);
    const anew = await ask(more, browser);
    const decided = await browser.submit(first, {}, 'Authorize');

    expect([first.status, anew.status]).toEqual([200, 302]);
    expect(anew.headers.get('location')).toMatch(/^\/users\/sign_in\?rt=/);
    expect(broughtBack(decided)).toMatchObject({ code: expect.any(String) });
  });

  it('asks those who signed in longer ago than max_age to sign in again, and tells the new time', async () => {
    const client = await anApplication(app);
    const { id, browser, username, password } = await aSignedInBrowser(app);
    await app.sql(`update sessions set signed_in_at = now() - interval '1 hour' where user_id = $1`, [id]);
    const more = { max_age: '1800', scope: 'openid', prompt: 'consent' };
    const young = await ask({ ...more, max_age: '7200' }, browser, client);
    const sent = await ask(more, browser, client);
    const forged = { ...requestOf(client, more), authenticity_token: await browser.csrfToken() };
    const refused = await browser.post('/oauth/authorize', forged);
    const page = await browser.get(sent.headers.get('location')!);
    const back = await browser.submit(page, { 'user[login]': username, 'user[password]': password }, 'Sign in');
    const asked = await browser.get(back.headers.get('location')!);
    const { code } = broughtBack(await browser.submit(asked, {}, 'Authorize'));
    const { body } = await exchangeCode(app, client, code!);

    expect([young.status, sent.status, refused.status, page.status, asked.status]).toEqual([200, 302, 302, 200, 200]);
    expect(sent.headers.get('location')).toMatch(/^\/users\/sign_in\?rt=/);
    expect(refused.headers.get('location')).toMatch(/^\/users\/sign_in\?rt=/);
    const [signedIn] = await app.sql<{ at: number }>(
      'select floor(extract(epoch from signed_in_at))::int as at from sessions where user_id = $1',
      [id],
    );
    expect(decodeJwt(body.id_token).auth_time).toBe(signedIn?.at);
  });

  it('asks everybody for max_age=0, once for each request', async () => {
    const { browser, username, password } = await aSignedInBrowser(app);
    const more = { max_age: '0', state: 'anew' };
    const sent = await ask(more, browser);
    const back = await browser.signIn(username, password, sent.headers.get('location')!);
    const asked = await browser.get(back.headers.get('location')!);
    const answer = await browser.submit(asked, {}, 'Authorize');

    expect([sent.status, asked.status]).toEqual([302, 200]);
    expect(broughtBack(answer)).toMatchObject({ state: 'anew', code: expect.any(String) });
    expect((await ask(more, browser)).headers.get('location')).toMatch(/^\/users\/sign_in\?rt=/);
  });

  it('redirects with login_required for prompt=none when the sign-in is older than max_age', async () => {
    const trusted = await anApplication(app, { trusted: true });
    const { id, browser } = await aSignedInBrowser(app);
    await app.sql(`update sessions set signed_in_at = now() - interval '1 hour' where user_id = $1`, [id]);
    const answers = [];
    for (const age of ['1800', '7200']) {
      answers.push(broughtBack(await ask({ prompt: 'none', max_age: age }, browser, trusted)));
    }

    expect(answers).toMatchObject([{ error: 'login_required' }, { code: expect.any(String) }]);
  });

  it('asks another account for consent, too, where the application wants that', async () => {
    const { browser } = await aSignedInBrowser(app);
    const other = await aSignedInBrowser(app);
    await aCode(other.browser, application);
    const asked = await ask({ prompt: 'consent' }, browser);

    const sent = await browser.get(linkIn(asked.text, 'Sign in with another account'));
    const back = await browser.signIn(other.username, other.password, sent.headers.get('location')!);
    const again = await browser.get(back.headers.get('location')!);
    expect([again.status, again.text.includes(`@${other.username}`)]).toEqual([200, true]);
  });
});

const linkIn = (html: string, text: string): string =>
  new RegExp(`href="([^"]*)">${text}<`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
const rtOf = (html: string): string => /name="rt" value="([^"]*)"/.exec(html)?.[1] ?? '';

describe('GET, POST and DELETE /oauth/authorize as JSON', () => {
  it('answer the request and decide it for a front end of the same origin', async () => {
    const path = authorizePath(requestOf(application, { scope: 'api', prompt: 'consent' }));
    const token = await user.browser.csrfToken();
    const headers = { ...JSON_ONLY.headers, 'X-CSRF-Token': token };
    const body = requestOf(application, { scope: 'api', prompt: 'consent' });

    const asked = await user.browser.get(path, JSON_ONLY);
    const approved = await user.browser.send('POST', '/oauth/authorize', body, {
      headers: { ...headers, 'Content-Type': 'application/json' },
    });
    const denied = await user.browser.send('DELETE', path, undefined, { headers });

    expect(asked).toMatchObject({
      status: 200,
      body: {
        client: { uid: application.uid, name: expect.any(String), confidential: true },
        redirect_uri: CALLBACK,
        scopes: [{ name: 'api', description: expect.any(String) }],
        state: 'a state',
        consent_required: true,
      },
    });
    expect(approved.status).toBe(200);
    expect(new URL(approved.body.redirect_uri).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    expect(denied.body.redirect_uri).toContain('error=access_denied');
  });
});

describe('POST /oauth/authorize with a parameter that is there twice', () => {
  it.each(['application/json', 'multipart/form-data; boundary=x'])('gives no code, as %s', async (type) => {
    const pairs = [...Object.entries(requestOf(application)), ['client_id', application.uid]];
    const body =
      type === 'application/json'
        ? `{${pairs.map((pair) => pair.map((text) => JSON.stringify(text)).join(':')).join(',')}}`
        : `${pairs.map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--x--\r\n`;
    const headers = { ...JSON_ONLY.headers, 'Content-Type': type, 'X-CSRF-Token': await user.browser.csrfToken() };
    const { status, body: answer } = await user.browser.send('POST', '/oauth/authorize', body, { headers });

    expect([status, answer.error, answer.redirect_uri]).toEqual([400, 'invalid_request', undefined]);
  });
});

describe('PUT /oauth/authorize', () => {
  it('answers 405', async () => {
    const { status, headers, body } = await user.browser.send('PUT', '/oauth/authorize');

    expect([status, body]).toEqual([405, { error: '405 Not Allowed' }]);
    expect(headers.get('allow')).toBe('GET, HEAD, POST, DELETE');
  });
});
