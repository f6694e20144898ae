import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** As long as a test has: a busy machine is no fault of the page. */
const PATIENCE_MS = 170_000;
const GALLERY = path.join(import.meta.dirname, '../../test-output/pages');

type Appearance = `${'wide' | 'narrow'}-${'light' | 'dark'}`;
/** Those in which every page is seen. */
const APPEARANCES: readonly Appearance[] = ['wide-light', 'narrow-dark'];

const contextOptions = (appearance: Appearance) => ({
  colorScheme: appearance.endsWith('dark') ? ('dark' as const) : ('light' as const),
  viewport: appearance.startsWith('wide') ? { width: 1200, height: 800 } : { width: 360, height: 720 },
});

/** A real browser; the Debian package `chromium` must be installed. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: PROGRAM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });

export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the browser reported: violated policies, missing files, failing scripts. */
  readonly errors: string[];
}

export async function openTab(browser: Browser, appearance: Appearance = 'wide-light', scripts = true): Promise<Tab> {
  const context = await browser.newContext({ ...contextOptions(appearance), javaScriptEnabled: scripts });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) {
      errors.push(message.text());
    }
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('dialog', (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, context, errors };
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
  await page.screenshot({ path: path.join(GALLERY, `${name}.png`), fullPage: true, animations: 'disabled' });
}

/** Whether something overflows to the side. */
const sticksOut = ({ page }: Tab): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/** Checks accessibility: headings, names, labels, ids. */
const FLAWS = `(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const isNamed = (element) => Boolean(
    element.getAttribute('aria-label') || element.textContent.trim() || element.querySelector('img[alt]:not([alt=""])'));
  const ids = all('[id]').map(({ id }) => id);
  const level = (heading) => Number(heading.tagName[1]);
  return [
    ...(all('h1').length === 1 ? [] : ['headings of the first rank: ' + all('h1').length]),
    ...all('h2, h3').filter((one, at, list) => level(one) > (at === 0 ? 2 : level(list[at - 1]) + 1)).map((one) => 'skips a rank: ' + one.textContent),
    ...(all('main').length === 1 && all('header').length === 1 ? [] : ['landmarks']),
    ...all('nav:not([aria-label])').map(() => 'nav without a name'),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => 'twice: ' + id),
    ...all('input:not([type=hidden]), select, textarea')
      .filter((field) => field.labels.length === 0 && !field.getAttribute('aria-label')).map((field) => 'no label: ' + field.name),
    ...all('[aria-describedby]').filter((one) => !document.getElementById(one.getAttribute('aria-describedby'))).map((one) => 'describes nothing: ' + one.id),
    ...all('a[href], button').filter((one) => !isNamed(one)).map((one) => 'no name: ' + one.outerHTML.slice(0, 80)),
    ...all('img:not([alt])').map(() => 'img without alt'),
    ...all('th:not([scope])').map((one) => 'th without scope: ' + one.textContent),
    ...all('script:not([src])').map((one) => 'inline: ' + one.tagName),
    ...all('form[method=post]').filter((form) => !form.elements.authenticity_token).map((form) => 'no token: ' + form.action),
  ];
})()`;

/** Accessibility problems of the page; empty when there are none. */
const flawsOf = ({ page }: Tab): Promise<string[]> => page.evaluate(FLAWS);

/** Shows the page in every colour scheme and window size, with a screenshot of each; answers its problems. */
export async function misfits(tab: Tab, name: string): Promise<string[]> {
  await tab.page.waitForLoadState(); // a click is over once an answer begins
  const found = await flawsOf(tab);
  for (const appearance of APPEARANCES) {
    const { viewport, colorScheme } = contextOptions(appearance);
    await tab.page.setViewportSize(viewport);
    await tab.page.emulateMedia({ colorScheme });
    await picture(tab, `${name}-${appearance}`);
    found.push(...((await sticksOut(tab)) ? [`sticks out, ${appearance}`] : []));
  }
  return found.map((flaw) => `${name}: ${flaw}`);
}

/** The same of many pages, by their names and addresses. */
export async function misfitsOf(tab: Tab, pages: Readonly<Record<string, string>>): Promise<string[]> {
  const found: string[] = [];
  for (const [name, address] of Object.entries(pages)) {
    const status = (await tab.page.goto(address))?.status();
    found.push(...(status === 200 ? [] : [`${name}: ${status}`]), ...(await misfits(tab, name)));
  }
  return found;
}
