import { TOTP } from 'otpauth';
import { asClient, aSignedInBrowser } from '../../builders/oauth.js';
import { aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';
import { inOneMoment } from '../../support/still-clock.js';
import { formsOf, WebBrowser } from '../../support/web-browser.js';
import { RegistryClient } from '../../support/registry-client.js';
import { Clock } from '../../../src/common/time/clock.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** A code of that secret, so many steps of 30 s away from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: app.app.get(Clock).millis() + steps * 30_000 });

/** A user whose second factor is on. */
async function aCarefulUser(): Promise<TestUser & { readonly secret: string; readonly codes: readonly string[] }> {
  const user = await aUser(app);
  const { body: pending } = await user.api.post('user/two_factor', { password: user.password });
  const { body } = await inOneMoment(app, () =>
    user.api.post('user/two_factor/confirm', { code: codeOf(pending.secret, -1) }),
  );
  return { ...user, secret: pending.secret, codes: body.backup_codes };
}

/** The page that asks for the code. */
async function askedForCode(
  user: TestUser,
): Promise<{ browser: WebBrowser; submit: (code: string) => Promise<number> }> {
  const browser = new WebBrowser(app.url);
  const page = await browser.signIn(user.username, user.password);
  expect(page.status).toBe(200);
  const submit = async (code: string) => (await browser.submit(page, { 'user[otp_attempt]': code }, 'Verify')).status;
  return { browser, submit };
}

describe('POST and DELETE /user/two_factor', () => {
  it('turn it on in two steps, show it, and turn it off', async () => {
    const { api, password, username } = await aUser(app);
    expect((await api.get('user/two_factor')).body).toEqual({ enabled: false, backup_codes_left: 0 });

    const pending = await api.post('user/two_factor', { password });
    expect(pending).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/) } });
    expect(pending.body.otpauth_uri).toMatch(/^otpauth:\/\/totp\//);
    expect(decodeURIComponent(pending.body.otpauth_uri as string)).toContain(username);
    expect((await api.get('user/two_factor')).body.enabled).toBe(false);
    expect((await api.get('user')).body.two_factor_enabled).toBe(false);

    const confirmed = await api.post('user/two_factor/confirm', { code: codeOf(pending.body.secret) });
    expect(confirmed).toMatchObject({ status: 200, body: { enabled: true } });
    expect(new Set(confirmed.body.backup_codes).size).toBe(10);
    expect((await api.get('user/two_factor')).body).toEqual({ enabled: true, backup_codes_left: 10 });
    expect((await api.get('user')).body.two_factor_enabled).toBe(true);
    expect((await api.post('user/two_factor', { password })).status).toBe(409);

    expect((await api.delete('user/two_factor', { password: 'wrong' })).body).toEqual({
      message: { password: ['is invalid'] },
    });
    expect((await api.delete('user/two_factor', { password })).status).toBe(204);
    expect((await api.get('user/two_factor')).body.enabled).toBe(false);
  });

  it('refuse wrong passwords and codes', async () => {
    const { api, password } = await aUser(app);

    expect(await api.post('user/two_factor', { password: 'wrong' })).toMatchObject({
      status: 400,
      body: { message: { password: ['is invalid'] } },
    });
    expect((await api.post('user/two_factor')).body.message).toBe('400 (Bad request) "password" not given');
    expect(await api.post('user/two_factor/confirm', { code: '123456' })).toMatchObject({
      status: 400,
      body: { message: { code: ['is invalid'] } },
    });
    await api.post('user/two_factor', { password });
    for (const code of ['nonsense', '１２３４５６', '12345é']) {
      expect(await api.post('user/two_factor/confirm', { code })).toMatchObject({
        status: 400,
        body: { message: { code: ['is invalid'] } },
      });
    }
  });

  it('forget a pending secret when the password changes: who knew that one knows the secret', async () => {
    const user = await aUser(app);
    const { body: pending } = await user.api.post('user/two_factor', { password: user.password });
    await app.admin.put(`users/${user.id}`, { password: 'another password' });

    const confirmed = await user.api.post('user/two_factor/confirm', { code: codeOf(pending.secret) });
    expect(confirmed).toMatchObject({ status: 400, body: { message: { code: ['is invalid'] } } });
    expect((await user.api.get('user/two_factor')).body.enabled).toBe(false);

    const careful = await aCarefulUser();
    await app.admin.put(`users/${careful.id}`, { password: 'another password' });
    expect((await careful.api.get('user/two_factor')).body).toEqual({ enabled: true, backup_codes_left: 10 });
  });

  it('let administrators alone turn it off for others', async () => {
    const user = await aCarefulUser();

    expect((await user.api.patch(`users/${user.id}/disable_two_factor`)).status).toBe(403);
    expect((await app.admin.patch(`users/${user.id}/disable_two_factor`)).status).toBe(204);
    expect((await app.admin.patch(`users/${user.id}/disable_two_factor`)).status).toBe(400);
    expect((await user.api.get('user/two_factor')).body.enabled).toBe(false);
  });

  it('keep the secret encrypted and the backup codes as digests', async () => {
    const user = await aCarefulUser();
    const rows = JSON.stringify([
      await app.sql('select t::text, encode(secret, $1) from two_factor t', ['escape']),
      await app.sql('select c::text, encode(digest, $1) from two_factor_backup_codes c', ['escape']),
    ]);

    expect([user.secret, ...user.codes].filter((value) => rows.includes(value))).toEqual([]);
  });
});

describe('POST /users/sign_in with a second factor', () => {
  it('asks for a code after the password, and accepts it once', async () => {
    const user = await aCarefulUser();
    const { browser, submit } = await askedForCode(user);
    expect((await browser.get('/')).text).not.toContain('You are signed in');
    const page = await new WebBrowser(app.url).signIn(user.username, user.password);
    expect(
      formsOf(page.text).map(({ action, fields }) => [action, Object.keys(fields).includes('user[otp_attempt]')]),
    ).toEqual([['/users/sign_in', true]]);

    expect([await submit('000000'), await submit('１２３４５６')]).toEqual([422, 422]);
    const code = codeOf(user.secret);
    expect(await submit(code)).toBe(303);
    expect((await browser.get('/')).text).toContain('You are signed in');

    expect(await (await askedForCode(user)).submit(code)).toBe(422);
    expect(await (await askedForCode(user)).submit(codeOf(user.secret, -1))).toBe(422);
    expect(await (await askedForCode(user)).submit(codeOf(user.secret, 1))).toBe(303);
  });

  it('accepts a time step once, also from many at once', async () => {
    const user = await aCarefulUser();
    const tries = await Promise.all(Array.from({ length: 6 }, () => askedForCode(user)));
    const code = codeOf(user.secret);
    const answers = await Promise.all(tries.map(({ submit }) => submit(code)));

    expect(answers.sort()).toEqual([303, 422, 422, 422, 422, 422]);
  });

  it('accepts each backup code once', async () => {
    const user = await aCarefulUser();
    const [one = '', two = ''] = user.codes;

    expect(await (await askedForCode(user)).submit(one)).toBe(303);
    expect(await (await askedForCode(user)).submit(one)).toBe(422);
    expect(await (await askedForCode(user)).submit(` ${two.toUpperCase()} `)).toBe(303);
    expect((await user.api.get('user/two_factor')).body.backup_codes_left).toBe(8);
  });

  it('asks for a code in a browser that keeps the cookie of a session that ended', async () => {
    const user = await aCarefulUser();
    const [one = '', two = ''] = user.codes;
    const { browser, submit } = await askedForCode(user);
    expect(await submit(one)).toBe(303);
    await app.sql('update sessions set expires_at = now() where user_id = $1', [user.id]);
    const page = await browser.signIn(user.username, user.password);

    expect(page.status).toBe(200);
    expect((await browser.submit(page, { 'user[otp_attempt]': two }, 'Verify')).status).toBe(303);
    expect((await browser.get('/')).text).toContain('You are signed in');
  });

  it('answers 422 when the time for the code is over', async () => {
    const user = await aCarefulUser();
    const { browser, submit } = await askedForCode(user);
    await app.sql(`update sessions set pending_until = now() where pending_user_id = $1`, [user.id]);

    expect(await submit(codeOf(user.secret))).toBe(422);
    expect((await browser.get('/')).text).not.toContain('You are signed in');
  });

  it('signs nobody in whose password changes at the same moment', async () => {
    const user = await aCarefulUser();
    const { browser, submit } = await askedForCode(user);
    await app.sql('begin');
    await app.sql(`update users set password_digest = 'another' where id = $1`, [user.id]);
    const submitted = submit(user.codes[0] ?? '');
    await until(async () => (await app.sql('select 1 from pg_locks where not granted')).length > 0);
    await app.sql('delete from sessions where pending_user_id = $1', [user.id]); // as the change of a password does
    await app.sql('commit');

    expect(await submitted).toBe(422);
    expect((await browser.get('/')).text).not.toContain('You are signed in');
  });

  it('is limited by wrong codes', () =>
    inOneMoment(app, async () => {
      const user = await aCarefulUser();
      const { submit } = await askedForCode(user);
      const answers = [];
      for (let round = 0; round < 11; round++) {
        answers.push(await submit('000000'));
      }

      expect(answers).toEqual([...Array<number>(10).fill(422), 429]);
      expect(await submit(codeOf(user.secret))).toBe(429);
    }));

  it('cannot be bypassed by the password at another endpoint, which counts as no failure there', async () => {
    const user = await aCarefulUser();
    for (let round = 0; round < 12; round++) {
      const spelled = [user.username, ` ${user.username} `, `${user.username}@example.com`][round % 3]!;
      const grant = { grant_type: 'password', username: spelled, password: user.password };
      expect((await asClient(app, 'token', grant)).body.error).toBe('invalid_grant');
    }
    expect((await askedForCode(user)).browser.cookie).not.toBe('');
    const registry = new RegistryClient(app.url, { username: user.username, secret: user.password });
    expect((await registry.auth()).status).toBe(401);
    const byToken = new RegistryClient(app.url, { username: user.username, secret: user.token });
    expect((await byToken.auth()).status).toBe(200);
  });

  it('is turned on and off by POST /-/profile/two_factor', async () => {
    const person = await aSignedInBrowser(app);
    const at = '/-/profile/two_factor';
    const wrong = await person.browser.submit(await person.browser.get(at), { password: 'wrong' }, 'Turn on');
    expect([wrong.status, wrong.text.includes('is invalid')]).toEqual([422, true]);

    const pending = await person.browser.submit(await person.browser.get(at), { password: person.password }, 'Turn on');
    const secret = (/id="two-factor-secret"[^>]*>([^<]+)</.exec(pending.text)?.[1] ?? '').replaceAll(' ', '');
    expect((await person.browser.submit(pending, { code: '000000' }, 'Confirm')).status).toBe(422);
    const codes = await person.browser.submit(pending, { code: codeOf(secret) }, 'Confirm');
    expect(codes.text.match(/class="backup-code"/g)).toHaveLength(10);
    expect((await person.api.get('user/two_factor')).body.enabled).toBe(true);

    expect(
      (await person.browser.submit(await person.browser.get(at), { password: person.password }, 'Turn off')).status,
    ).toBe(303);
    expect((await person.api.get('user/two_factor')).body.enabled).toBe(false);
  });
});
