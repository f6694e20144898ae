import { createHash } from 'node:crypto';
import { aSignedInBrowser } from '../../builders/oauth.js';
import { aGroup, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import type { Answer } from '../../support/api-client.js';
import { ADMIN_PASSWORD, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { inOneMoment } from '../../support/still-clock.js';
import { csrfTokenOf, formsOf, WebBrowser } from '../../support/web-browser.js';
import { until } from '../../support/until.js';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startApp();
  user = await aUser(app);
});
afterAll(() => app.close());

interface Noted {
  readonly details: { readonly custom_message: string };
}

const newBrowser = () => new WebBrowser(app.url);
const isSignedIn = async (browser: WebBrowser) => (await browser.get('/')).text.includes('You are signed in as');
const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0] ?? '';

describe('GET /users/sign_in', () => {
  it('has exactly one form, and starts a session', async () => {
    const browser = newBrowser();
    const page = await browser.get('/users/sign_in');
    const forms = formsOf(page.text);

    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(cookieOf(page)).toMatch(/^_service_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(forms.map(({ action, method, button }) => [action, method, button])).toEqual([
      ['/users/sign_in', 'post', 'Sign in'],
    ]);
    for (const name of ['authenticity_token', 'user[login]', 'user[password]']) {
      expect(forms[0]!.fields).toHaveProperty([name]);
    }
    expect(page.text).toMatch(/type="checkbox" name="user\[remember_me\]" value="1"/);
    expect(csrfTokenOf(page)).not.toBe('');
    expect(cookieOf(await browser.get('/users/sign_in'))).toBe('');
  });

  it('redirects those who are signed in', async () => {
    const { browser } = await aSignedInBrowser(app);
    const { status, headers } = await browser.get('/users/sign_in');

    expect([status, headers.get('location')]).toEqual([302, '/']);
  });

  it('stores nothing for people who do not sign in, and still accepts the form', async () => {
    const sessions = async () => (await app.sql('select id from sessions')).length;
    const before = await sessions();
    const browser = newBrowser();
    await browser.get('/users/sign_in');
    await browser.signIn(user.username, 'wrong');
    const during = await sessions();
    const cookie = browser.cookie;
    await browser.signIn(user.username, user.password);

    expect(during).toBe(before);
    expect(await sessions()).toBe(before + 1);
    expect(browser.cookie).not.toBe(cookie);
    const forged = newBrowser();
    forged.cookie = `_service_session=${'x'.repeat(43)}`;
    expect((await forged.post('/users/sign_in', { authenticity_token: 'x'.repeat(86) })).status).toBe(422);
  });

  it('masks the token anew in every page', async () => {
    const browser = newBrowser();
    const tokens = [csrfTokenOf(await browser.get('/users/sign_in')), csrfTokenOf(await browser.get('/users/sign_in'))];

    expect(tokens[0]).not.toBe(tokens[1]);
  });
});

describe('POST /users/sign_in', () => {
  it.each([
    ['username', (name: string) => name],
    ['username in capitals', (name: string) => name.toUpperCase()],
    ['e-mail', (name: string) => `${name}@Example.COM`],
  ])('signs in by %s, with a new session id and a new secret', async (_name, spelled) => {
    const browser = newBrowser();
    const page = await browser.get('/users/sign_in');
    const [oldCookie, oldToken] = [browser.cookie, csrfTokenOf(page)];

    const answer = await browser.signIn(spelled(user.username), user.password);

    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(cookieOf(answer)).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(browser.cookie).not.toBe(oldCookie);
    expect(await isSignedIn(browser)).toBe(true);
    const old = newBrowser();
    old.cookie = oldCookie;
    expect((await old.post('/users/sign_out', { authenticity_token: oldToken })).status).toBe(422);
    expect((await browser.post('/users/sign_out', { authenticity_token: oldToken })).status).toBe(422);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('answers the same to every wrong login and password, and keeps the login', async () => {
    const noPassword = await aUser(app);
    await app.sql('update users set password_digest = null where id = $1', [noPassword.id]);
    for (const [login, password] of [
      [user.username, 'wrong'],
      ['nobody <b>', 'wrong'],
      [noPassword.username, 'wrong'],
      ['ghost', 'wrong'],
      ['', ''],
    ] as const) {
      const browser = newBrowser();
      const answer = await browser.signIn(login, password);

      expect(answer.status).toBe(422);
      expect(answer.text).toContain('Invalid login or password.');
      expect(formsOf(answer.text)[0]!.fields['user[login]']).toBe(login);
      expect(formsOf(answer.text)[0]!.fields['user[password]']).toBe('');
      expect(await isSignedIn(browser)).toBe(false);
    }
  });

  it.each([
    ['blocked', `state = 'blocked'`, 'Your account has been blocked.'],
    ['deactivated', `state = 'deactivated'`, 'Your account has been deactivated.'],
    ['unconfirmed', 'confirmed_at = null', 'Your primary email address is not confirmed.'],
  ])('tells the reason to those whose account is %s, once the password is right', async (_name, change, reason) => {
    const other = await aUser(app);
    await app.sql(`update users set ${change} where id = $1`, [other.id]);
    const right = await newBrowser().signIn(other.username, other.password);
    const wrong = await newBrowser().signIn(other.username, 'wrong');

    expect([right.status, right.text.includes(reason)]).toEqual([422, true]);
    expect([wrong.status, wrong.text.includes(reason)]).toEqual([422, false]);
    expect(right.headers.getSetCookie()).toEqual([]);
  });

  it('refuses forged forms, and does nothing', async () => {
    const fields = { 'user[login]': user.username, 'user[password]': user.password };
    const browser = newBrowser();
    const page = await browser.get('/users/sign_in');
    const authenticity_token = csrfTokenOf(page);
    for (const [sent, headers] of [
      [fields, {}],
      [{ ...fields, authenticity_token: 'x' }, {}],
      [{ ...fields, authenticity_token }, { Origin: 'https://evil.example' }],
      [{ ...fields, authenticity_token }, { Origin: 'null' }],
    ] as const) {
      const answer = await browser.post('/users/sign_in', sent, { headers });

      expect(answer.status).toBe(422);
      expect(answer.text).toContain('This page has expired');
    }
    const stranger = newBrowser();
    expect((await stranger.post('/users/sign_in', { ...fields, authenticity_token })).status).toBe(422);
    expect(await isSignedIn(browser)).toBe(false);
    const own = { headers: { Origin: app.url } };
    expect((await browser.post('/users/sign_in', { ...fields, authenticity_token }, own)).status).toBe(303);
  });

  it('takes forms alone: JSON is 415', async () => {
    const browser = newBrowser();
    const token = csrfTokenOf(await browser.get('/users/sign_in'));
    const body = { user: { login: user.username, password: user.password }, authenticity_token: token };

    const answer = await browser.send('POST', '/users/sign_in', body, { headers: { 'X-CSRF-Token': token } });

    expect(answer.status).toBe(415);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('is limited by failures, and audited once', () =>
    inOneMoment(app, async () => {
      const other = await aUser(app);
      const answers = await Promise.all(Array.from({ length: 12 }, () => newBrowser().signIn(other.username, 'wrong')));
      const right = await newBrowser().signIn(other.username, other.password);

      expect(answers.filter(({ status }) => status === 422).length).toBe(10);
      expect(right.status).toBe(429);
      expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(right.headers.get('content-type')).toContain('text/html');
      const { body } = await app.admin.get(`audit_events?entity_type=User&entity_id=${other.id}`);
      expect(body.filter(({ details }: Noted) => details.custom_message.includes('over the limit'))).toHaveLength(1);
    }));

  it('redirects to the page that was requested, and never to another service', async () => {
    const browser = newBrowser();
    const wanted = await browser.get('/oauth/applications?x=%2F%2Fevil.example');
    const rt = wanted.headers.get('location')!;
    expect([wanted.status, rt]).toEqual([302, expect.stringMatching(/^\/users\/sign_in\?rt=[\w-]+$/)]);

    const answer = await browser.signIn(user.username, user.password, rt);
    expect(answer.headers.get('location')).toBe('/oauth/applications?x=%2F%2Fevil.example');
    for (const forged of ['//evil.example', 'https://evil.example', '/%5Cevil.example', 'javascript:alert(1)']) {
      const path = `/users/sign_in?rt=${encodeURIComponent(forged)}`;
      expect((await newBrowser().signIn(user.username, user.password, path)).headers.get('location')).toBe('/');
      expect((await browser.get(path)).headers.get('location')).toBe('/');
    }
    for (const path of ['//evil.example/x', '//evil.example/-/members', '/\\evil.example/-/triggers']) {
      const answer = await newBrowser().get(path);
      expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
    }
  });

  it('takes a form that was opened before another tab asked for a page that needs a session', async () => {
    const browser = newBrowser();
    const form = await browser.get('/users/sign_in');
    const { cookie } = browser;
    const wanted = await browser.get('/oauth/applications');
    expect([wanted.status, browser.cookie]).toEqual([302, cookie]);

    const fields = { 'user[login]': user.username, 'user[password]': user.password };
    expect((await browser.submit(form, fields, 'Sign in')).status).toBe(303);
    expect((await browser.get(wanted.headers.get('location')!)).headers.get('location')).toBe('/oauth/applications');
  });

  it('keeps the requested page of a browser whose session ended', async () => {
    const browser = newBrowser();
    await browser.signIn(user.username, user.password);
    await app.sql('update sessions set expires_at = now() where user_id = $1', [user.id]);
    const wanted = await browser.get('/oauth/applications');

    const answer = await browser.signIn(user.username, user.password, wanted.headers.get('location')!);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/oauth/applications']);
  });

  it('keeps the last ten requested pages', async () => {
    const browser = newBrowser();
    const ways = [];
    for (let page = 0; page < 11; page++) {
      ways.push((await browser.get(`/oauth/applications?page=${page}`)).headers.get('location')!);
    }
    await browser.signIn(user.username, user.password, ways[5]);

    expect((await browser.get(ways[10]!)).headers.get('location')).toBe('/oauth/applications?page=10');
    expect((await browser.get(ways[1]!)).headers.get('location')).toBe('/oauth/applications?page=1');
    expect((await browser.get(ways[0]!)).headers.get('location')).toBe('/');
  });
});

describe('a session of the browser', () => {
  it('is stored as a digest, and ends at sign-out', async () => {
    const { browser, id } = await aSignedInBrowser(app);
    const digest = createHash('sha256').update(browser.cookie.split('=')[1]!).digest();
    expect(await app.sql('select 1 from sessions where digest = $1 and user_id = $2', [digest, id])).toHaveLength(1);
    const { cookie } = browser;

    const answer = await browser.submit(await browser.get('/'), {}, 'Sign out');

    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/users/sign_in']);
    expect(cookieOf(answer)).toContain('Max-Age=0');
    expect(await app.sql('select 1 from sessions where digest = $1', [digest])).toEqual([]);
    browser.cookie = cookie;
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('ends after a week without use, a remembered one after a month', async () => {
    const short = (await aSignedInBrowser(app)).browser;
    const long = newBrowser();
    const page = await long.get('/users/sign_in');
    const fields = { 'user[login]': user.username, 'user[password]': user.password, 'user[remember_me]': '1' };
    const answer = await long.submit(page, fields, 'Sign in');
    expect(cookieOf(answer)).toContain('Max-Age=2592000');

    await app.sql(`update sessions set expires_at = expires_at - interval '6 days 23 hours', last_seen_at = now()`);
    expect([await isSignedIn(short), await isSignedIn(long)]).toEqual([true, true]);
    await app.sql(`update sessions set expires_at = expires_at - interval '2 hours'`);
    expect([await isSignedIn(short), await isSignedIn(long)]).toEqual([false, true]);
    await app.sql(`update sessions set expires_at = expires_at - interval '23 days'`);
    expect(await isSignedIn(long)).toBe(false);
  });

  it('is prolonged while it is used', async () => {
    const { browser, id } = await aSignedInBrowser(app);
    await app.sql(
      `update sessions set last_seen_at = now() - interval '6 days', expires_at = now() + interval '1 day' where user_id = $1`,
      [id],
    );
    await browser.get('/');
    const left = async () =>
      (
        await app.sql<{ days: number }>(
          `select extract(epoch from expires_at - now())::float8 / 86400 as days from sessions where user_id = $1`,
          [id],
        )
      )[0]!.days;
    expect(await until(async () => (await left()) > 6.9)).toBe(true);
  });

  it.each<[string, (person: TestUser) => Promise<unknown>]>([
    ['blocked', ({ id }) => app.admin.post(`users/${id}/block`)],
    ['deactivated', ({ id }) => app.admin.post(`users/${id}/deactivate`)],
    ['deleted', ({ id }) => app.admin.delete(`users/${id}`)],
    ['given another password', ({ id }) => app.admin.put(`users/${id}`, { password: 'another-password' })],
  ])('ends at once when the user is %s', async (_name, act) => {
    const { browser, ...person } = await aSignedInBrowser(app);
    await act(person);

    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.get('/api/v4/user')).status).toBe(401);
    expect(await app.sql('select 1 from sessions where user_id = $1', [person.id])).toEqual([]);
  });

  it('remains when people change their own password, and the others end', async () => {
    const person = await aSignedInBrowser(app);
    const other = newBrowser();
    await other.signIn(person.username, person.password);
    const change = async (fields: Record<string, string>) =>
      person.browser.submit(await person.browser.get('/-/profile'), fields, 'Change password');
    const next = { password: 'another-password', password_confirmation: 'another-password' };

    expect((await change({ current_password: 'wrong', ...next })).status).toBe(422);
    expect(
      (await change({ current_password: person.password, password: 'short', password_confirmation: 'short' })).text,
    ).toContain('is too short (minimum is 8 characters)');
    expect((await change({ current_password: person.password, ...next, password_confirmation: 'x' })).status).toBe(422);
    const several = await change({ current_password: '', password: 'short', password_confirmation: 'x' });
    [`can&#39;t be blank`, 'is too short', `doesn&#39;t match the new password`].forEach((text) => {
      expect(several.text).toContain(text);
    });
    expect(await isSignedIn(other)).toBe(true);
    expect((await change({ current_password: person.password, ...next })).status).toBe(200);

    expect([await isSignedIn(person.browser), await isSignedIn(other)]).toEqual([true, false]);
    expect((await newBrowser().signIn(person.username, 'another-password')).status).toBe(303);
  });

  it('is Secure where the service is', async () => {
    const secure = await startApp({ env: { BASE_URL: 'https://slipway.example' }, jobs: false });
    const port = (secure.app.getHttpServer().address() as { port: number }).port;
    const page = await new WebBrowser(`http://127.0.0.1:${port}`).get('/users/sign_in');
    await secure.close();

    expect(cookieOf(page)).toMatch(/; Secure$/);
  });
});

describe('every route of the API with a session cookie', () => {
  it('answers reads, and writes that carry the token of its pages', async () => {
    const { browser, id } = await aSignedInBrowser(app);
    const token = await browser.csrfToken();
    const group = { name: 'by session', path: `by-session-${id}` };
    const write = (headers: Record<string, string>, body: object = group) =>
      browser.send('POST', '/api/v4/groups', body, { headers });

    expect((await browser.get('/api/v4/user')).body.id).toBe(id);
    expect((await browser.send('HEAD', '/api/v4/user')).status).toBe(200);
    expect((await write({})).status).toBe(401);
    expect((await write({ 'X-CSRF-Token': 'x' })).status).toBe(401);
    expect((await write({ 'X-CSRF-Token': await (await aSignedInBrowser(app)).browser.csrfToken() })).status).toBe(401);
    expect((await write({ 'X-CSRF-Token': token })).status).toBe(201);
    const form = { name: 'x', path: `by-form-${id}`, authenticity_token: token };
    expect((await browser.post('/api/v4/groups', form)).status).toBe(201);
    const query = new URLSearchParams({ authenticity_token: token }).toString();
    expect((await browser.send('POST', `/api/v4/groups?${query}`, group)).status).toBe(401);
  });

  it('ignores the cookie from other origins, and still takes tokens', async () => {
    const { browser, token } = await aSignedInBrowser(app);
    const csrf = await browser.csrfToken();
    for (const Origin of ['https://evil.example', 'null', app.url.replace('http', 'https')]) {
      expect((await browser.get('/api/v4/user', { headers: { Origin } })).status).toBe(401);
      const write = await browser.send('POST', '/api/v4/groups', {}, { headers: { Origin, 'X-CSRF-Token': csrf } });
      expect(write.status).toBe(401);
      expect((await browser.get('/api/v4/user', { headers: { Origin, 'PRIVATE-TOKEN': token } })).status).toBe(200);
    }
    const own = await browser.get('/api/v4/user', { headers: { Origin: app.url } });
    expect([own.status, own.headers.get('access-control-allow-credentials')]).toEqual([200, 'true']);
  });

  it('answers 401 to a wrong token beside the cookie, and 403 to sudo', async () => {
    const admin = await aSignedInBrowser(app, { admin: true });

    expect((await admin.browser.get('/api/v4/user', { headers: { 'PRIVATE-TOKEN': 'x' } })).status).toBe(401);
    expect((await admin.browser.get('/api/v4/user?sudo=root')).body.message).toBe(
      '403 Forbidden - Must be authenticated using an OAuth or Personal Access Token to use sudo',
    );
    expect((await admin.browser.get('/api/v4/personal_access_tokens/self')).status).toBe(404);
  });

  it('has all rights of the user: own tokens are created without a scope', async () => {
    const { browser } = await aSignedInBrowser(app);
    const headers = { 'X-CSRF-Token': await browser.csrfToken() };
    const created = await browser.send(
      'POST',
      '/api/v4/user/personal_access_tokens',
      { name: 'x', scopes: ['api'] },
      { headers },
    );

    expect(created.status).toBe(201);
    await aGroup(app.as(created.body.token as string));
  });
});

describe('GET and DELETE /user/sessions', () => {
  it('list a user’s own, mark the current one, and end others', async () => {
    const person = await aSignedInBrowser(app);
    const other = newBrowser();
    await other.signIn(person.username, person.password);
    const { body } = await person.browser.get('/api/v4/user/sessions');

    expect(body.map(({ current }: { current: boolean }) => current)).toEqual([false, true]);
    expect(Object.keys(body[0]).sort()).toEqual(
      ['current', 'expires_at', 'id', 'ip_address', 'last_seen_at', 'remembered', 'signed_in_at', 'user_agent'].sort(),
    );
    const headers = { 'X-CSRF-Token': await person.browser.csrfToken() };
    const stranger = await aSignedInBrowser(app);
    expect((await stranger.api.delete(`user/sessions/${body[0].id}`)).status).toBe(404);
    expect(
      (await person.browser.send('DELETE', `/api/v4/user/sessions/${body[0].id}`, undefined, { headers })).status,
    ).toBe(204);
    expect([await isSignedIn(other), await isSignedIn(person.browser)]).toEqual([false, true]);
  });
});

describe('pages of an account', () => {
  it('redirect to the sign-in without a session', async () => {
    for (const path of [
      '/-/profile',
      '/-/profile/two_factor',
      '/-/profile/sessions',
      '/-/profile/personal_access_tokens',
      '/oauth/applications',
      '/oauth/authorized_applications',
      '/admin/applications',
    ]) {
      const { status, headers } = await newBrowser().get(path);
      expect([path, status, headers.get('location')?.split('=')[0]]).toEqual([path, 302, '/users/sign_in?rt']);
    }
  });

  it('carry the token of forms, and escape every name', async () => {
    const { browser } = await aSignedInBrowser(app, { admin: true, name: '<script>alert(1)</script>' });
    for (const path of [
      '/',
      '/-/profile',
      '/-/profile/two_factor',
      '/-/profile/sessions',
      '/-/profile/personal_access_tokens',
      '/oauth/applications',
      '/oauth/applications/new',
      '/oauth/authorized_applications',
      '/admin/applications',
      '/admin/applications/new',
    ]) {
      const page = await browser.get(path);

      expect([path, page.status]).toEqual([path, 200]);
      expect(csrfTokenOf(page)).toMatch(/^[\w-]{86}$/);
      expect(page.text).not.toMatch(/<script>|style="|javascript:|\son\w+=/);
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'/,
      );
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('load assets that exist', async () => {
    const page = await newBrowser().get('/users/sign_in');
    for (const [, path = ''] of page.text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) {
      const { status, headers } = await app.anonymous.get(path);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, expect.stringContaining('public')]);
    }
    expect((await app.anonymous.get('/assets/submit.js')).status).toBe(200);
    expect((await app.anonymous.get('/assets/other.js')).status).toBe(404);
  });

  it('end other sessions, and create and revoke tokens', async () => {
    const person = await aSignedInBrowser(app);
    const other = newBrowser();
    await other.signIn(person.username, person.password);
    const sessions = await person.browser.get('/-/profile/sessions');
    expect((await person.browser.submit(sessions, {}, 'Sign out all other sessions')).status).toBe(303);
    expect(await isSignedIn(other)).toBe(false);

    const tokens = '/-/profile/personal_access_tokens';
    const bad = await person.browser.submit(await person.browser.get(tokens), { 'token[name]': ' ' }, 'Create token');
    expect([bad.status, bad.text.match(/can&#39;t be blank|not given/g)?.length]).toEqual([422, 2]);
    const fields = { 'token[name]': 'from a page', 'token[scopes][]': 'read_api' };
    await person.browser.submit(await person.browser.get(tokens), fields, 'Create token');
    const created = await person.browser.get(tokens);
    const value = /<code id="personal-token"[^>]*>([^<]+)</.exec(created.text)?.[1] ?? '';
    expect((await app.as(value).get('user')).body.id).toBe(person.id);
    expect((await person.browser.get(tokens)).text).not.toContain(value);
    const { body } = await app.as(value).get('personal_access_tokens/self');
    const authenticity_token = csrfTokenOf(created);
    expect((await person.browser.post(`${tokens}/${body.id}`, { _method: 'delete', authenticity_token })).status).toBe(
      303,
    );
    expect((await app.as(value).get('user')).status).toBe(401);
  });

  it('answer errors in words, or as JSON to programs', async () => {
    const { browser } = await aSignedInBrowser(app);
    const html = await browser.get('/oauth/applications/999999999');
    const json = await browser.get('/oauth/applications/999999999', { headers: { Accept: 'application/json' } });

    expect([html.status, html.text.includes('Page not found')]).toEqual([404, true]);
    expect(json).toMatchObject({ status: 404, body: { message: '404 Application Not Found' } });
    expect((await browser.get('/admin/applications')).status).toBe(404);
    expect((await browser.get('/-/profile?x=%ff')).status).toBe(400);
  });

  it('accept the first administrator', async () => {
    expect((await newBrowser().signIn('root', ADMIN_PASSWORD)).status).toBe(303);
  });
});
