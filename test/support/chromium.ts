import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const GALLERY = path.join(import.meta.dirname, '../../test-output/pages');

export type Look = 'wide-light' | 'wide-dark' | 'narrow-light' | 'narrow-dark';
export const LOOKS: readonly Look[] = ['wide-light', 'wide-dark', 'narrow-light', 'narrow-dark'];

/** A real browser; the Debian package `chromium` must be installed. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: PROGRAM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });

export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser complained about: broken policies, missing files, failing scripts. */
  readonly complaints: string[];
}

export async function openTab(browser: Browser, look: Look = 'wide-light', scripts = true): Promise<Tab> {
  const context = await browser.newContext({
    colorScheme: look.endsWith('dark') ? 'dark' : 'light',
    viewport: look.startsWith('wide') ? { width: 1200, height: 800 } : { width: 360, height: 720 },
    javaScriptEnabled: scripts,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) {
      complaints.push(message.text());
    }
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, context, complaints };
}

/** Signs in through the page. */
export async function signInTab(
  { page }: Tab,
  url: string,
  user: { readonly username: string; readonly password: string },
): Promise<void> {
  await page.goto(`${url}/users/sign_in`);
  await page.getByLabel('Username or email').fill(user.username);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${url}/`);
}

/** Puts a picture of the page into `test-output/pages`, to be looked at. */
export async function picture({ page }: Tab, name: string): Promise<void> {
  await mkdir(GALLERY, { recursive: true });
  await page.screenshot({ path: path.join(GALLERY, `${name}.png`), fullPage: true });
}

/** Whether something sticks out to the side. */
export const sticksOut = ({ page }: Tab): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
