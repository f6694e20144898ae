import {
  aCode,
  anApplication,
  aPublicApplication,
  aSignedInBrowser,
  CALLBACK,
  refresh,
  someTokens,
} from '../../builders/oauth.js';
import { aToken } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';
import { csrfTokenOf, formsOf } from '../../support/web-browser.js';
import type { WebBrowser } from '../../support/web-browser.js';

let app: TestApp;
let user: TestUser & { readonly browser: WebBrowser };
let admin: TestUser & { readonly browser: WebBrowser };
beforeAll(async () => {
  app = await startApp();
  user = await aSignedInBrowser(app);
  admin = await aSignedInBrowser(app, { admin: true });
});
afterAll(() => app.close());

const FIELDS = { name: 'Dockyard', redirect_uri: CALLBACK, scopes: 'api' };
const RECORD = {
  id: expect.any(Number),
  application_id: expect.stringMatching(/^[0-9a-f]{64}$/),
  application_name: 'Dockyard',
  callback_url: CALLBACK,
  redirect_uris: [CALLBACK],
  scopes: ['api'],
  confidential: true,
  trusted: false,
  owner: null,
  created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
  updated_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
};

describe('/applications', () => {
  it('registers, shows, changes and deletes with the exact bodies of the contract', async () => {
    const created = await app.admin.post('applications', FIELDS);
    expect(created.status).toBe(201);
    expect(created.headers.get('cache-control')).toBe('no-store');
    expect(created.body).toEqual({ ...RECORD, secret: expect.stringMatching(/^slas_[\w-]{43}$/) });
    const { id, application_id: uid } = created.body;

    for (const name of [id, uid]) {
      expect((await app.admin.get(`applications/${name}`)).body).toEqual({ ...RECORD, id });
    }
    const { body: list } = await app.admin.get('applications?per_page=100');
    expect(list.find((one: { id: number }) => one.id === id)).toEqual({ ...RECORD, id });
    const changed = await app.admin.put(`applications/${uid}`, {
      name: 'Drydock',
      scopes: ['read_user', 'openid'],
      trusted: true,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { application_name: 'Drydock', scopes: ['read_user', 'openid'], trusted: true, redirect_uris: [CALLBACK] },
    });
    expect((await app.admin.delete(`applications/${id}`)).status).toBe(204);
    expect(await app.admin.get(`applications/${id}`)).toMatchObject({
      status: 404,
      body: { message: '404 Application Not Found' },
    });
  });

  it('takes addresses and scopes as text and as lists', async () => {
    const two = [CALLBACK, 'com.example.app:/cb'];
    for (const redirect_uri of [two.join('\n'), ` ${two.join(' ')} `, two.join('\r\n'), two]) {
      for (const scopes of [
        'api read_user',
        'api,read_user',
        'api, read_user',
        ['api', 'read_user'],
        'api read_user api',
      ]) {
        const { body } = await app.admin.post('applications', { ...FIELDS, redirect_uri, scopes });
        expect([body.redirect_uris, body.callback_url, body.scopes]).toEqual([
          two,
          two.join('\n'),
          ['api', 'read_user'],
        ]);
      }
    }
  });

  it('gives public applications no secret', async () => {
    const { body } = await app.admin.post('applications', { ...FIELDS, confidential: false });

    expect([body.confidential, body.secret]).toEqual([false, null]);
    expect((await app.admin.post(`applications/${body.id}/renew-secret`)).status).toBe(400);
  });

  it.each<[object, unknown]>([
    [{}, '400 (Bad request) "name" not given'],
    [{ name: 'x' }, '400 (Bad request) "redirect_uri" not given'],
    [{ name: 'x', redirect_uri: CALLBACK }, '400 (Bad request) "scopes" not given'],
    [{ ...FIELDS, name: ' ' }, { name: ["can't be blank"] }],
    [{ ...FIELDS, name: 'x'.repeat(256) }, { name: ['is too long (maximum is 255 characters)'] }],
    [{ ...FIELDS, scopes: 'api nothing' }, { scopes: ['does not have a valid value'] }],
    [{ ...FIELDS, redirect_uri: ' ' }, { redirect_uri: ["can't be blank"] }],
    [
      { ...FIELDS, redirect_uri: '', scopes: '' },
      { redirect_uri: ["can't be blank"], scopes: ["can't be blank"] },
    ],
    [
      { ...FIELDS, redirect_uri: [], scopes: [] },
      { redirect_uri: ["can't be blank"], scopes: ["can't be blank"] },
    ],
    [{ ...FIELDS, redirect_uri: `${CALLBACK} /cb` }, { redirect_uri: ['must be an absolute URI'] }],
    [{ ...FIELDS, redirect_uri: 'javascript:alert(1)' }, { redirect_uri: ['has a forbidden scheme'] }],
    [
      { ...FIELDS, redirect_uri: `${CALLBACK}#x`, scopes: 'x' },
      { redirect_uri: ['must not contain a fragment'], scopes: ['does not have a valid value'] },
    ],
  ])('refuses %j', async (fields, message) => {
    const { status, body } = await app.admin.post('applications', fields);

    expect([status, body]).toEqual([400, { message }]);
  });

  it('does not clear addresses or scopes by an empty text', async () => {
    const { body } = await app.admin.post('applications', FIELDS);

    for (const name of ['redirect_uri', 'scopes']) {
      expect(await app.admin.put(`applications/${body.id}`, { [name]: '' })).toMatchObject({
        status: 400,
        body: { message: { [name]: ["can't be blank"] } },
      });
    }
  });

  it('requires https where the setting says so', async () => {
    await app.admin.put('application/settings', { oauth_http_redirects: 'loopback' });
    const plain = await app.admin.post('applications', { ...FIELDS, redirect_uri: 'http://app.example/cb' });
    const loopback = await app.admin.post('applications', { ...FIELDS, redirect_uri: 'http://localhost:1/cb' });
    await app.admin.put('application/settings', { oauth_http_redirects: 'any' });
    const allowed = await app.admin.post('applications', { ...FIELDS, redirect_uri: 'http://app.example/cb' });

    expect(plain).toMatchObject({ status: 400, body: { message: { redirect_uri: ['must use https'] } } });
    expect([loopback.status, allowed.status]).toEqual([201, 201]);
  });

  it('answers 403 to all but administrators', async () => {
    const { id } = await anApplication(app);
    for (const [method, path] of [
      ['GET', 'applications'],
      ['POST', 'applications'],
      ['GET', `applications/${id}`],
      ['PUT', `applications/${id}`],
      ['DELETE', `applications/${id}`],
      ['POST', `applications/${id}/renew-secret`],
      ['GET', 'applications/999999999'],
    ] as const) {
      expect((await user.api.send(method, path)).status).toBe(403);
      expect((await app.anonymous.send(method, path)).status).toBe(401);
    }
  });

  it('needs the scope api, for reading too', async () => {
    const { id } = await anApplication(app);
    const reader = app.as(await aToken(app, admin.id, { scopes: ['read_api'] }));

    for (const path of ['applications', `applications/${id}`]) {
      const { status, body } = await reader.get(path);
      expect([status, body.error, body.scope]).toEqual([403, 'insufficient_scope', 'api']);
      expect((await admin.api.get(path)).status).toBe(200);
    }
  });

  it('renews a secret, and lets the old one work for as long as it is asked to', async () => {
    const application = await anApplication(app);
    const renew = (more = {}) => app.admin.post(`applications/${application.id}/renew-secret`, more);
    const tokens = await someTokens(app, application, user.browser);
    const works = async (secret: string) =>
      (await refresh(app, { ...application, secret }, 'x')).body.error === 'invalid_grant';

    const { status, body } = await renew({ keep_old_for: 60 });
    expect([status, body.secret]).toEqual([201, expect.stringMatching(/^slas_[\w-]{43}$/)]);
    expect([await works(application.secret), await works(body.secret)]).toEqual([true, true]);
    await app.sql(`update oauth_application_secrets set expires_at = now() where expires_at is not null`);
    expect([await works(application.secret), await works(body.secret)]).toEqual([false, true]);
    const { body: last } = await renew();
    expect([await works(body.secret), await works(last.secret)]).toEqual([false, true]);
    expect((await refresh(app, { ...application, secret: last.secret }, tokens.refresh_token)).status).toBe(200);
    for (const keep_old_for of [-1, 604_801, 'x']) {
      expect((await renew({ keep_old_for })).body).toEqual({ message: { keep_old_for: ['is invalid'] } });
    }
    const renewed = await Promise.all(Array.from({ length: 5 }, () => renew()));
    expect(renewed.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201]);
  });

  it('deletes an application while a code of it is exchanged, also where the two wait for each other', async () => {
    let isOtherRefused: boolean;
    do {
      // the server refuses whichever of the two looks later: on a busy machine that may be this one
      const application = await anApplication(app);
      await aCode(user.browser, application);
      await app.sql('begin');
      await app.sql(
        'select 1 from oauth_codes c join oauth_families f on f.id = c.family_id where application_id = $1 for update of c',
        [application.id],
      );
      const deleted = app.admin.delete(`applications/${application.id}`);
      await until(async () => (await app.sql('select 1 from pg_locks where not granted')).length > 0);
      isOtherRefused = await app
        .sql('select 1 from oauth_applications where id = $1 for key share', [application.id]) // as foreign keys do
        .then(
          () => true,
          () => false,
        );
      await app.sql(isOtherRefused ? 'commit' : 'rollback');

      expect((await deleted).status).toBe(204);
    } while (!isOtherRefused);
  });

  it.each([
    ['deleted', 'delete from oauth_applications where id = $1', 404],
    ['made public', 'update oauth_applications set confidential = false where id = $1', 400],
  ])('gives no secret to an application that is %s at the same moment', async (_how, change, status) => {
    const { id } = await anApplication(app);
    await app.sql('begin');
    await app.sql(change, [id]);
    const renewed = app.admin.post(`applications/${id}/renew-secret`);
    await until(async () => (await app.sql('select 1 from pg_locks where not granted')).length > 0);
    await app.sql('commit');

    expect((await renewed).status).toBe(status);
  });

  it('deletes all codes and tokens of an application with it', async () => {
    const application = await anApplication(app);
    const { access_token: token } = await someTokens(app, application, user.browser);
    await app.admin.delete(`applications/${application.id}`);

    expect((await app.anonymous.get(`user?access_token=${token}`)).status).toBe(401);
    for (const table of ['families', 'access_tokens']) {
      expect(await app.sql(`select 1 from oauth_${table} where application_id = $1`, [application.id])).toEqual([]);
    }
  });
});

const secretOf = (text: string) => /<code id="application-secret">([^<]+)<\/code>/.exec(text)?.[1];
const uidOf = (text: string) => /<code id="application-id">([^<]+)<\/code>/.exec(text)?.[1];
const FORM = {
  'application[name]': 'From a page',
  'application[redirect_uri]': CALLBACK,
  'application[confidential]': '1',
  'application[scopes][]': 'read_user',
};

describe.each<[string, () => WebBrowser]>([
  ['/oauth/applications', () => user.browser],
  ['/admin/applications', () => admin.browser],
])('pages below %s', (base, browserOf) => {
  const register = async (fields = {}) =>
    browserOf().submit(await browserOf().get(`${base}/new`), { ...FORM, ...fields }, 'Save application');
  const idOf = async (uid: string | undefined): Promise<number> => (await app.admin.get(`applications/${uid}`)).body.id;

  it('register, show, change, renew and delete an application', async () => {
    const browser = browserOf();
    const created = await register();
    const [uid, secret] = [uidOf(created.text), secretOf(created.text)];
    expect([created.status, created.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(uid).toMatch(/^[0-9a-f]{64}$/);
    expect(secret).toMatch(/^slas_[\w-]{43}$/);
    const id = await idOf(uid);
    const record = async () => (await app.admin.get(`applications/${id}`)).body;
    expect(await record()).toMatchObject({
      application_name: 'From a page',
      scopes: ['read_user'],
      owner: base.startsWith('/admin') ? null : { id: user.id, username: user.username },
    });

    const shown = await browser.get(`${base}/${id}`);
    expect([uidOf(shown.text), secretOf(shown.text)]).toEqual([uid, undefined]);
    expect((await browser.get(base)).text).toContain('From a page');

    const edit = await browser.get(`${base}/${id}/edit`);
    const changed = await browser.submit(
      edit,
      { 'application[name]': 'Changed', 'application[scopes][]': 'api' },
      'Save application',
    );
    expect([changed.status, changed.headers.get('location')]).toEqual([303, `${base}/${id}`]);
    expect(await record()).toMatchObject({ application_name: 'Changed', scopes: ['api'], redirect_uris: [CALLBACK] });

    const renewed = await browser.submit(await browser.get(`${base}/${id}`), {}, 'Renew secret');
    expect([renewed.status, secretOf(renewed.text) === secret]).toEqual([200, false]);
    expect(secretOf(renewed.text)).toMatch(/^slas_/);

    const deleted = await browser.submit(await browser.get(`${base}/${id}`), {}, 'Delete');
    expect([deleted.status, deleted.headers.get('location')]).toEqual([303, base]);
    expect((await browser.get(`${base}/${id}`)).status).toBe(404);
  });

  it('show what is wrong beside the fields, and keep what was typed', async () => {
    const bad = await register({ 'application[name]': '', 'application[redirect_uri]': 'javascript:alert(1)"><b>' });

    expect(bad.status).toBe(422);
    for (const text of ['can&#39;t be blank', 'has a forbidden scheme']) {
      expect(bad.text).toContain(`<p class="error">${text}</p>`);
    }
    expect(
      formsOf(bad.text).find(({ button }) => button === 'Save application')?.fields['application[redirect_uri]'],
    ).toBe('javascript:alert(1)"><b>');
    const none = await browserOf().post(base, { authenticity_token: await browserOf().csrfToken() });
    expect([none.status, none.text.match(/can&#39;t be blank/g)?.length]).toEqual([422, 3]);
  });

  it('refuse forged forms', async () => {
    const answer = await browserOf().post(base, FORM);

    expect([answer.status, answer.text.includes('This page has expired')]).toEqual([422, true]);
  });
});

/** So many rows are on one page of a list. */
const ON_A_PAGE = 20;
const rowsOf = (text: string): number => (text.split('<tbody>')[1]?.split('<tr>').length ?? 1) - 1;

describe('pages below /oauth/applications and /admin/applications', () => {
  it.each<[string, boolean]>([
    ['/oauth/applications', false],
    ['/admin/applications', true],
  ])('%s shows some of many applications, and leads to the others', async (base, isAdmin) => {
    const person = await aSignedInBrowser(app, { admin: isAdmin });
    await app.sql(
      `insert into oauth_applications (uid, name, owner_id, confidential, redirect_uris, scopes)
       select encode(sha256(convert_to($1::text || ' ' || i, 'utf8')), 'hex'), 'Many', $1::bigint, true, array[$2], array['api']
       from generate_series(1, $3::int) i`,
      [person.id, CALLBACK, ON_A_PAGE + 1],
    );
    const first = await person.browser.get(base);
    expect(rowsOf(first.text)).toBe(ON_A_PAGE);
    expect(first.text).toContain(`<a rel="next" href="${base}?page=2">`);
    expect(rowsOf((await person.browser.get(`${base}?page=2`)).text)).toBeGreaterThan(0);
  });

  it('hide the applications of others', async () => {
    const created = await user.browser.submit(
      await user.browser.get('/oauth/applications/new'),
      FORM,
      'Save application',
    );
    const { id } = (await app.admin.get(`applications/${uidOf(created.text)}`)).body;
    const stranger = await aSignedInBrowser(app);
    const authenticity_token = await stranger.browser.csrfToken();

    for (const path of [`${id}`, `${id}/edit`]) {
      expect((await stranger.browser.get(`/oauth/applications/${path}`)).status).toBe(404);
    }
    for (const [path, fields] of [
      [`${id}`, { _method: 'delete' }],
      [`${id}`, { _method: 'patch', ...FORM }],
      [`${id}/renew_secret`, {}],
    ] as const) {
      const answer = await stranger.browser.post(`/oauth/applications/${path}`, { ...fields, authenticity_token });
      expect(answer.status).toBe(404);
    }
    expect((await stranger.browser.post('/admin/applications', { ...FORM, authenticity_token })).status).toBe(404);
  });

  it('let only administrators trust, and only them ask for sudo', async () => {
    const authenticity_token = await user.browser.csrfToken();
    const created = await user.browser.post('/oauth/applications', {
      ...FORM,
      'application[trusted]': '1',
      authenticity_token,
    });
    expect((await app.admin.get(`applications/${uidOf(created.text)}`)).body.trusted).toBe(false);
    const sudo = { ...FORM, 'application[scopes][]': 'sudo', authenticity_token };
    expect((await user.browser.post('/oauth/applications', sudo)).status).toBe(422);
    expect((await user.browser.get('/oauth/applications/new')).text).not.toContain('value="sudo"');

    const page = await admin.browser.get('/admin/applications/new');
    const trusted = await admin.browser.submit(
      page,
      { ...FORM, 'application[trusted]': '1', 'application[scopes][]': 'sudo' },
      'Save application',
    );
    expect((await app.admin.get(`applications/${uidOf(trusted.text)}`)).body).toMatchObject({
      trusted: true,
      scopes: ['sudo'],
    });
  });

  it('give an application that a user registered the scope sudo from no administrator either', async () => {
    const authenticity_token = await user.browser.csrfToken();
    const created = await user.browser.post('/oauth/applications', { ...FORM, authenticity_token });
    const path = `applications/${uidOf(created.text)}`;
    const { id, scopes } = (await app.admin.get(path)).body;

    const page = await admin.browser.get(`/admin/applications/${id}/edit`);
    const edited = await admin.browser.submit(page, { 'application[scopes][]': 'sudo' }, 'Save application');
    const changed = await app.admin.put(path, { scopes: 'api sudo' });

    expect(edited.status).toBe(422);
    expect([changed.status, changed.body]).toEqual([400, { message: { scopes: ['does not have a valid value'] } }]);
    expect((await app.admin.get(path)).body.scopes).toEqual(scopes);
  });

  it('show hostile names as they are', async () => {
    const name = `</title><script>alert(1)</script>"'&{{7*7}}`;
    const { id } = await anApplication(app, { name });
    for (const path of [`/admin/applications/${id}`, '/admin/applications', `/admin/applications/${id}/edit`]) {
      const { text } = await admin.browser.get(path);
      expect(text).not.toContain('<script>');
      expect(text).toContain('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;{{7*7}}');
    }
  });
});

describe('/oauth/authorized_applications', () => {
  const BASE = '/oauth/authorized_applications';
  const JSON_ONLY = { Accept: 'application/json' };

  it('lists applications with scopes, first and last use, as a page and as JSON', async () => {
    const person = await aSignedInBrowser(app);
    const application = await anApplication(app, { name: 'Granted <i>' });
    expect((await person.browser.get(BASE, { headers: JSON_ONLY })).body).toEqual([]);
    await someTokens(app, application, person.browser, { scope: 'api' });
    const { access_token: token } = await someTokens(app, application, person.browser, { scope: 'openid' });
    await app.anonymous.get(`user?access_token=${token}`);
    await app.anonymous.get(`/oauth/token/info?access_token=${token}`);

    const page = await person.browser.get(BASE);
    expect(page.text).toContain('Granted &lt;i&gt;');
    const expected = {
      application: { id: application.id, application_id: application.uid, name: 'Granted <i>' },
      scopes: ['api', 'openid'],
      created_at: expect.any(String),
      last_used_at: expect.any(String),
    };
    expect((await person.browser.get(BASE, { headers: JSON_ONLY })).body).toEqual([expected]);
    expect((await person.api.get('user/authorized_applications')).body).toEqual([expected]);
    expect((await user.api.get('user/authorized_applications')).body).not.toContainEqual(expected);
  });

  it('shows some of many applications on a page, and the thousand newest as JSON', async () => {
    const person = await aSignedInBrowser(app);
    await app.sql(
      `with made as (
         insert into oauth_applications (uid, name, confidential, redirect_uris, scopes)
         select encode(sha256(convert_to('granted ' || i, 'utf8')), 'hex'), 'Granted ' || i, true, array[$2], array['api']
         from generate_series(1, 1001) i returning id),
       families as (
         insert into oauth_families (application_id, user_id, has_consent, scopes)
         select id, $1, true, array['api'] from made returning id, application_id)
       insert into oauth_access_tokens (digest, family_id, user_id, application_id, scopes, expires_at)
       select sha256(convert_to('granted ' || id, 'utf8')), id, $1, application_id, array['api'], now() + interval '1 hour'
       from families`,
      [person.id, CALLBACK],
    );
    const first = await person.browser.get(BASE);
    expect(rowsOf(first.text)).toBe(ON_A_PAGE);
    expect(first.text).toContain(`<a rel="next" href="${BASE}?page=2">`);
    expect(rowsOf((await person.browser.get(`${BASE}?page=51`)).text)).toBe(1);
    expect((await person.browser.get(BASE, { headers: JSON_ONLY })).body).toHaveLength(1000);
  });

  it.each<[string, (browser: WebBrowser, id: number, person: TestUser) => Promise<number>, number]>([
    ['a form', async (browser) => (await browser.submit(await browser.get(BASE), {}, 'Revoke')).status, 303],
    [
      'DELETE',
      async (browser, id) =>
        (
          await browser.send('DELETE', `${BASE}/${id}`, undefined, {
            headers: { 'X-CSRF-Token': csrfTokenOf(await browser.get(BASE)) },
          })
        ).status,
      303,
    ],
    [
      'DELETE for JSON',
      async (browser, id) =>
        (
          await browser.send('DELETE', `${BASE}/${id}`, undefined, {
            headers: { ...JSON_ONLY, 'X-CSRF-Token': csrfTokenOf(await browser.get(BASE)) },
          })
        ).status,
      204,
    ],
    ['REST', async (_browser, id, { api }) => (await api.delete(`user/authorized_applications/${id}`)).status, 204],
  ])('revokes by %s, with every token at once', async (_name, revoke, status) => {
    const person = await aSignedInBrowser(app);
    const application = await aPublicApplication(app);
    const other = await someTokens(app, application, user.browser);
    const all = [
      await someTokens(app, application, person.browser),
      await someTokens(app, application, person.browser),
    ];

    expect(await revoke(person.browser, application.id, person)).toBe(status);

    for (const { access_token: token, refresh_token: renewal } of all) {
      expect((await app.anonymous.get(`user?access_token=${token}`)).status).toBe(401);
      expect((await refresh(app, application, renewal)).body.error).toBe('invalid_grant');
    }
    expect((await app.anonymous.get(`user?access_token=${other.access_token}`)).status).toBe(200);
    expect((await person.browser.get(BASE, { headers: JSON_ONLY })).body).toEqual([]);
    expect((await person.api.delete(`user/authorized_applications/${application.id}`)).status).toBe(404);
  });

  it('refuses forged requests', async () => {
    const application = await anApplication(app);
    await someTokens(app, application, user.browser);

    expect((await user.browser.send('DELETE', `${BASE}/${application.id}`)).status).toBe(422);
    expect((await user.browser.post(`${BASE}/${application.id}`, { _method: 'delete' })).status).toBe(422);
    expect((await user.api.get('user/authorized_applications')).body.length).toBeGreaterThan(0);
  });
});
