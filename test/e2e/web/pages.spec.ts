import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TOTP } from 'otpauth';
import type { Browser } from 'playwright-core';
import {
  anApplication,
  aPublicApplication,
  authorizePath,
  exchangeCode,
  pkce,
  requestOf,
} from '../../builders/oauth.js';
import type { TestApplication } from '../../builders/oauth.js';
import { aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { misfits, openTab, picture, startChromium } from '../../support/chromium.js';
import type { Tab } from '../../support/chromium.js';
import { inOneMoment } from '../../support/still-clock.js';
import { Clock } from '../../../src/common/time/clock.js';

let app: TestApp;
let browser: Browser;
let client: Server;
/** What the application was sent back, newest last. */
const arrivals: { readonly method: string; readonly params: Record<string, string> }[] = [];
let callback: string;
beforeAll(async () => {
  app = await startApp();
  browser = await startChromium();
  client = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.url?.startsWith('/cb')) {
        const sent = request.method === 'POST' ? body : (request.url.split('?')[1] ?? '');
        arrivals.push({ method: request.method ?? '', params: Object.fromEntries(new URLSearchParams(sent)) });
      }
      response.setHeader('Content-Type', 'text/html');
      response.end('<title>The application</title><p>Welcome back.');
    });
  });
  await new Promise<void>((resolve) => client.listen(0, '127.0.0.1', resolve));
  callback = `http://127.0.0.1:${(client.address() as AddressInfo).port}/cb`;
});
afterAll(async () => {
  await browser.close();
  client.close();
  await app.close();
});

const at = (path: string) => app.url + path;

async function signIn({ page }: Tab, { username, password }: Pick<TestUser, 'username' | 'password'>): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const requestTo = (application: TestApplication, more: Record<string, string> = {}) =>
  at(authorizePath(requestOf(application, { scope: 'api read_user openid', ...more })));

describe('sign-in and authorization in a real browser', () => {
  it.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('let a user sign in, consent and return to the application, %s', async (_name, scripts) => {
    const user = await aUser(app);
    const application = await anApplication(app, { redirect_uri: callback });
    const tab = await openTab(browser, 'wide-light', scripts);
    await tab.page.goto(requestTo(application, { state: 'through the browser' }));
    await signIn(tab, user);
    await tab.page.getByRole('button', { name: 'Authorize' }).click();
    await tab.page.waitForURL(/\/cb\?/);

    expect(arrivals.at(-1)).toMatchObject({ method: 'GET', params: { state: 'through the browser', iss: app.url } });
    const { status } = await exchangeCode(app, application, arrivals.at(-1)!.params.code!);
    expect(status).toBe(200);

    await tab.page.goto(requestTo(application));
    expect(tab.page.url()).toMatch(/\/cb\?/);
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  });

  it('work as one chain of redirects from the password to the application', async () => {
    const user = await aUser(app);
    const application = await anApplication(app, { redirect_uri: callback, trusted: true });
    const tab = await openTab(browser);
    await tab.page.goto(requestTo(application, { state: 'one chain' }));
    await signIn(tab, user);
    await tab.page.waitForURL(/\/cb\?/);

    expect(arrivals.at(-1)?.params.state).toBe('one chain');
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  });

  it('return an error to the application after denial, and allow another user to sign in', async () => {
    const [user, other] = [await aUser(app), await aUser(app)];
    const application = await anApplication(app, { redirect_uri: callback });
    const tab = await openTab(browser);
    await tab.page.goto(requestTo(application));
    await signIn(tab, user);
    await tab.page.getByRole('link', { name: 'Sign in with another account' }).click();
    await signIn(tab, other);
    await tab.page.getByText(`@${other.username}`).first().waitFor();
    await tab.page.getByRole('button', { name: 'Deny' }).click();
    await tab.page.waitForURL(/\/cb\?/);

    expect(arrivals.at(-1)?.params).toMatchObject({ error: 'access_denied', state: 'a state', iss: app.url });
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  });

  it.each([
    ['posts by itself', true],
    ['posts by its button where there are no scripts', false],
  ])('use a page between two services that %s', async (_name, scripts) => {
    const user = await aUser(app);
    const { verifier, challenge } = pkce();
    const application = await aPublicApplication(app, { redirect_uri: callback });
    const tab = await openTab(browser, 'narrow-light', scripts);
    const more = { response_mode: 'form_post', code_challenge: challenge, code_challenge_method: 'S256' };
    await tab.page.goto(requestTo(application, more));
    await signIn(tab, user);
    await tab.page.getByRole('button', { name: 'Authorize' }).click();
    if (!scripts) {
      await picture(tab, 'form-post-narrow-light');
      await tab.page.getByRole('button', { name: 'Continue' }).click();
    }
    await tab.page.waitForURL(/\/cb$/);

    expect(arrivals.at(-1)?.method).toBe('POST');
    const { status } = await exchangeCode(app, application, arrivals.at(-1)!.params.code!, { code_verifier: verifier });
    expect(status).toBe(200);
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  });

  it('work by keyboard alone', async () => {
    const user = await aUser(app);
    const application = await anApplication(app, { redirect_uri: callback });
    const tab = await openTab(browser);
    await tab.page.goto(requestTo(application, { state: 'by keyboard' }));
    await tab.page.locator('input:focus').waitFor(); // a busy browser moves the focus after the page has loaded
    await tab.page.keyboard.type(user.username);
    await tab.page.keyboard.press('Tab');
    await tab.page.keyboard.type(user.password);
    await tab.page.keyboard.press('Enter');
    await tab.page.getByRole('button', { name: 'Authorize' }).waitFor();
    const focused = () => tab.page.evaluate<string>('document.activeElement.textContent.trim()');
    for (let presses = 0; presses < 20 && (await focused()) !== 'Authorize'; presses++) {
      await tab.page.keyboard.press('Tab');
    }
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL(/\/cb\?/);

    expect(arrivals.at(-1)?.params.state).toBe('by keyboard');
    await tab.context.close();
  });

  it('turn a second factor on, ask for it and accept it', async () => {
    const user = await aUser(app);
    const tab = await openTab(browser);
    await tab.page.goto(at('/-/profile/two_factor'));
    await signIn(tab, user);
    await tab.page.getByLabel('Current password').fill(user.password);
    await tab.page.getByRole('button', { name: 'Turn on' }).click();
    const secret = (await tab.page.locator('#two-factor-secret').innerText()).replaceAll(' ', '');
    const code = (steps: number) =>
      new TOTP({ secret }).generate({ timestamp: app.app.get(Clock).millis() + steps * 30_000 });
    await inOneMoment(app, async () => {
      await tab.page.getByLabel('Current code').fill(code(-1));
      await tab.page.getByRole('button', { name: 'Confirm' }).click();
      await tab.page.getByText('Your backup codes').waitFor();
    });
    await tab.page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(tab, user);
    await tab.page.getByLabel('Code').fill(code(0));
    await tab.page.getByRole('button', { name: 'Verify' }).click();
    await tab.page.getByText('You are signed in as').waitFor();

    expect(tab.errors).toEqual([]);
    await tab.context.close();
  });

  it('show hostile names, states and errors as text', async () => {
    const evil = `"><img src=x onerror=alert(1)><script>alert(2)</script>`;
    const user = await aUser(app, { name: evil });
    const application = await anApplication(app, { name: evil, redirect_uri: callback });
    const tab = await openTab(browser);
    await tab.page.goto(requestTo(application, { state: evil, nonce: evil, login_hint: evil }));
    await signIn(tab, { username: evil, password: 'x' });
    await tab.page.getByText('Invalid login or password.').waitFor();
    await signIn(tab, user);
    await tab.page.getByRole('button', { name: 'Authorize' }).waitFor();
    await picture(tab, 'hostile-consent');
    for (const path of [
      '/',
      '/oauth/applications',
      '/-/profile/sessions',
      `/oauth/authorize?client_id=${encodeURIComponent(evil)}`,
    ]) {
      await tab.page.goto(at(path));
      expect(await tab.page.locator('img[src="x"], script:not([src])').count()).toBe(0);
    }
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  });

  it('refuse to be framed and to take forms from a page of another origin', async () => {
    const user = await aUser(app);
    const tab = await openTab(browser);
    await tab.page.goto(at('/users/sign_in'));
    await signIn(tab, user);
    await tab.page.goto(callback.replace('127.0.0.1', 'localhost').replace('/cb', '/evil'));
    await tab.page.setContent(
      `<iframe src="${at('/')}"></iframe><form method="post" action="${at('/users/sign_out')}"><button>go</button></form>`,
    );
    await tab.page.getByRole('button', { name: 'go' }).click();
    await tab.page.getByText('This page has expired').waitFor();
    await tab.page.goto(at('/'));

    expect(await tab.page.getByText('You are signed in as').count()).toBe(1);
    expect(tab.errors.join()).toMatch(/frame-ancestors|X-Frame-Options/);
    await tab.context.close();
  });
});

describe('every page in a real browser', () => {
  it('fits a wide light window and a narrow dark one', async () => {
    const user = await aUser(app, { admin: true, name: 'Ada Lovelace, Countess with a Long Name' });
    const application = await anApplication(app, {
      name: 'Dockyard reports',
      redirect_uri: `${callback}\ncom.example.app:/cb`,
      scopes: 'api sudo openid read_registry',
    });
    const tab = await openTab(browser);
    const failing: string[] = [];
    const see = async (name: string) => {
      failing.push(...(await misfits(tab, name)));
    };
    await tab.page.goto(at('/'));
    await see('welcome');
    await tab.page.goto(at('/users/sign_in'));
    await see('sign-in');
    await signIn(tab, { username: user.username, password: 'wrong' });
    await tab.page.getByText('Invalid login or password.').waitFor();
    await see('sign-in-wrong');
    await signIn(tab, user);
    await see('home');
    await tab.page.goto(requestTo(application, { scope: 'api sudo openid read_registry' }));
    await see('consent');
    await tab.page.getByRole('button', { name: 'Authorize' }).click();
    const pages = {
      grants: '/oauth/authorized_applications',
      applications: '/oauth/applications',
      'application-new': '/oauth/applications/new',
      'admin-applications': '/admin/applications',
      'admin-application': `/admin/applications/${application.id}`,
      'admin-application-edit': `/admin/applications/${application.id}/edit`,
      password: '/-/profile',
      'two-factor': '/-/profile/two_factor',
      sessions: '/-/profile/sessions',
      tokens: '/-/profile/personal_access_tokens',
      missing: '/oauth/applications/999999',
      'unknown-client': '/oauth/authorize?client_id=nobody',
    };
    for (const [name, path] of Object.entries(pages)) {
      await tab.page.goto(at(path));
      await see(name);
    }
    await tab.page.goto(at('/oauth/applications/new'));
    await tab.page.evaluate(`document.querySelector('main form').noValidate = true`);
    await tab.page.getByRole('button', { name: 'Save application' }).click();
    await tab.page.locator('[aria-invalid=true]').first().waitFor();
    await see('application-errors');
    await tab.page.goto(at('/-/profile/two_factor'));
    await tab.page.getByLabel('Current password').fill(user.password);
    await tab.page.getByRole('button', { name: 'Turn on' }).click();
    await tab.page.locator('#two-factor-secret').waitFor();
    await see('two-factor-pending');

    expect(failing).toEqual([]);
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  }, 240_000);
});
