import type { Browser } from 'playwright-core';
import { AccountLinksService } from '../../../src/core/users/account-links.service.js';
import { SignInLinkCommand } from '../../../src/core/users/commands/sign-in-link.command.js';
import { unique } from '../../builders/records.js';
import { freePort, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { openTab, startChromium } from '../../support/chromium.js';

import { OidcProvider } from '../../support/oidc-provider.js';
import { WebBrowser } from '../../support/web-browser.js';

describe('sign-in through the provider of a library, in a browser', () => {
  const username = unique('person');
  let browser: Browser;
  let provider: OidcProvider;
  let app: TestApp;
  beforeAll(async () => {
    const port = await freePort();
    provider = await OidcProvider.start(
      { sub: username, email: `${username}@example.com` },
      `http://127.0.0.1:${port}`,
    );
    const env = { PORT: String(port), BASE_URL: `http://127.0.0.1:${port}`, OIDC_AUTO_CREATE: 'true' };
    app = await startApp({ env: { ...provider.settings(), ...env, OIDC_PASSWORD_SIGN_IN: 'nobody' } });
    browser = await startChromium();
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await app.close();
    await provider.stop();
  });

  it('leads from the page to the provider and back to the page, without scripts', async () => {
    const { page, errors } = await openTab(browser, 'wide-light', false);
    await page.goto(`${app.url}/-/profile`);
    expect(await page.locator('input[type=password]').count()).toBe(0);

    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();

    await page.waitForURL(`${app.url}/-/profile`);
    expect(await page.locator('.who').textContent()).toBe(`@${username}`);
    expect(errors).toEqual([]);
  });

  it('leaves root a way in by the command line, once', async () => {
    const root = (await app.admin.get('users?username=root')).body[0] as { id: number };
    const token = await app.app.get(AccountLinksService).makeSignIn(root.id);
    const [first, second] = [new WebBrowser(app.url), new WebBrowser(app.url)];
    const address = `/users/sign_in/link?token=${token}`;

    expect((await first.submit(await first.get(address), {}, 'Sign in')).status).toBe(303);
    expect((await second.submit(await second.get(address), {}, 'Sign in')).status).toBe(422);
    expect((await first.get('/-/profile')).text).toContain('@root');
    expect(await app.app.get(SignInLinkCommand).run([])).toBe(0);
  });
});
