import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { pushCode } from '../../builders/code.js';
import type { PushedCode } from '../../builders/code.js';
import { aGroup, aMember, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { misfitsOf, openTab, signInTab, startChromium } from '../../support/chromium.js';
import { GitClient } from '../../support/git.js';
import { WebBrowser } from '../../support/web-browser.js';

const HOSTILE = `<img src=x onerror=alert(1)> "quoted" 'too' & 100% #1?.txt`;
const SCRIPT = '<script>alert(1)</script>';
const FILES: Readonly<Record<string, string>> = {
  '.ci.yml': 'build: { script: make }\n',
  'README.md': `# Hull\n\nShips ${SCRIPT} well.\n${'long '.repeat(80)}\n`,
  'src/deep/er/plate.ts': 'export const plate = 1;\r\n\tindented\n',
  'src/-/pipelines/x': 'a folder called like the words of addresses\n',
  'bare.git/HEAD': 'a folder called like a repository\n',
  'info/refs': 'a file called like what git asks for\n',
  'empty.txt': '',
  'image.bin': 'a\0b',
  'large.txt': `${'x'.repeat(99)}\n`.repeat(6000),
  'turned.c': 'if (admin) { /* \u202e } \u2066 */\n',
  [HOSTILE]: `${SCRIPT}\n`,
};

let app: TestApp;
let chromium: Browser;
let git: GitClient;
let owner: TestUser;
let project: TestProject;
let pushed: PushedCode;
let address: string;
beforeAll(async () => {
  app = await startApp();
  chromium = await startChromium();
  git = await GitClient.make();
  owner = await aUser(app);
  project = await aProject(owner.api, { visibility: 'private' });
  address = `/${project.path_with_namespace}`;
  await pushCode({ app, git }, project, owner, { 'README.md': '# Old hull\n' }, { message: 'First' });
  pushed = await pushCode({ app, git }, project, owner, FILES, {
    branches: ['feature/a/b', 'fix#1%41'],
    tags: ['v1', 'feature/a'],
    message: `Rivets ${SCRIPT}\n\nThe body & more.\n`,
  });
  await app.drainJobs();
});
afterAll(async () => {
  await chromium.close();
  await git.remove();
  await app.close();
});

const ofPath = (url: string): string => url.slice(app.url.length);
const named = (file: string): string => file.split('/').map(encodeURIComponent).join('/');

describe('web_url of branches, tags, commits, comparisons and pipelines', () => {
  it('leads to a page', async () => {
    const browser = await WebBrowser.of(app.url, owner);
    const api = `projects/${project.id}`;
    const branches = (await owner.api.get(`${api}/repository/branches`)).body;
    const [tag] = (await owner.api.get(`${api}/repository/tags`)).body;
    const compared = (await owner.api.get(`${api}/repository/compare?from=main~&to=main`)).status;
    const comparison = (await owner.api.get(`${api}/repository/compare?from=${pushed.sha}&to=fix%231%2541`)).body;
    const [pipeline] = (await owner.api.get(`${api}/pipelines`)).body;
    const urls = [
      (await owner.api.get(api)).body.web_url,
      (await owner.api.get('user')).body.web_url,
      ...branches.flatMap((branch: { web_url: string; commit: { web_url: string } }) => [
        branch.web_url,
        branch.commit.web_url,
      ]),
      tag.commit.web_url,
      comparison.web_url,
      pipeline.web_url,
    ];

    expect(compared).toBe(404);
    expect(branches.map(({ name }: { name: string }) => name)).toEqual(['feature/a/b', 'fix#1%41', 'main']);
    for (const url of urls) {
      expect([url, (await browser.get(ofPath(url))).status]).toEqual([url, 200]);
    }
  });

  it('answers 404 to those who do not see the project, 403 to Guests, and 302 to the signed-out', async () => {
    const pages = [
      '/-/tree',
      '/-/tree/main/src',
      '/-/blob/main/README.md',
      `/-/commit/${pushed.sha}`,
      '/-/branches',
      '/-/tags',
      '/-/compare/main...v1',
    ];
    const statuses = async (browser: WebBrowser) =>
      new Set(await Promise.all(pages.map(async (end) => (await browser.get(address + end)).status)));

    expect(await statuses(new WebBrowser(app.url))).toEqual(new Set([302]));
    expect(await statuses(await WebBrowser.of(app.url, await aUser(app)))).toEqual(new Set([404]));
    expect(await statuses(await WebBrowser.of(app.url, await aMember(app, { project }, 10)))).toEqual(new Set([403]));
    expect(await statuses(await WebBrowser.of(app.url, await aMember(app, { project }, 20)))).toEqual(new Set([200]));
  });

  it('is readable by everybody where the project is', async () => {
    const open = await aProject(owner.api, { visibility: 'public' });
    await pushCode({ app, git }, open, owner, { 'a.txt': 'a' });
    const browser = new WebBrowser(app.url);

    expect((await browser.get(`/${open.path_with_namespace}/-/blob/main/a.txt`)).text).toContain('<li id="L1">a</li>');
    expect(browser.cookie).toBe('');
  });
});

describe('GET /:project/-/blob/:ref/:path and /:project/-/tree/:ref/:path', () => {
  it('take the longest ref that exists, and the rest as the path', async () => {
    const browser = await WebBrowser.of(app.url, owner);
    const shown = async (end: string) => (await browser.get(`${address}/-/${end}`)).status;

    expect(await shown('tree/feature/a')).toBe(200);
    expect(await shown('tree/feature/a/b')).toBe(200);
    expect(await shown('tree/feature/a/b/src/deep/er')).toBe(200);
    expect(await shown('blob/feature/a/b/src/deep/er/plate.ts')).toBe(200);
    expect(await shown('tree/feature/a/src')).toBe(200);
    expect(await shown(`blob/${pushed.sha}/README.md`)).toBe(200);
    expect(await shown('blob/main/src/-/pipelines/x')).toBe(200);
    expect(await shown('tree/main/src/-/pipelines')).toBe(200);
    for (const end of ['tree/feature', 'tree/main/none', 'blob/main/src', 'blob/main', 'tree/main/README.md']) {
      expect([end, await shown(end)]).toEqual([end, 404]);
    }
    for (const end of ['tree/main~1', 'blob/main/..%2f..%2fetc', 'blob/main/.git/config', 'commit/x']) {
      expect([end, await shown(end)]).toEqual([end, 404]);
    }
  });

  it.each(['bare.git/HEAD', 'info/refs'])('show %s, which is also an address of git', async (path) => {
    const browser = await WebBrowser.of(app.url, owner);
    const { status, text } = await browser.get(`${address}/-/blob/main/${path}`);

    expect([status, text.includes(FILES[path]!.trim())]).toEqual([200, true]);
  });

  it('show text by lines, and say what is not shown', async () => {
    const browser = await WebBrowser.of(app.url, owner);
    const text = async (file: string) => (await browser.get(`${address}/-/blob/main/${named(file)}`)).text;

    expect(await text('src/deep/er/plate.ts')).toContain(
      '<li id="L1">export const plate = 1;</li><li id="L2">\tindented</li>',
    );
    expect(await text('empty.txt')).toContain('This file is empty');
    expect(await text('image.bin')).toContain('This file is binary');
    expect(await text('large.txt')).toContain('too large to be shown');
    expect(await text('turned.c')).toContain('<span class="control">U+202E</span>');
  });

  it('escape every name and every content', async () => {
    const browser = await WebBrowser.of(app.url, owner);
    const pages = ['/-/tree/main', `/-/blob/main/${named(HOSTILE)}`, `/-/commit/${pushed.sha}`, '/-/branches'];
    for (const end of pages) {
      const { status, text, headers } = await browser.get(address + end);
      expect([end, status]).toEqual([end, 200]);
      expect(text).not.toMatch(/<script|<img src=x/);
      expect(text).toContain('&lt;script&gt;');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
      expect(headers.get('content-security-policy')).not.toContain('script-src');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('explain how to fill an empty repository', async () => {
    const group = await aGroup(owner.api);
    const empty = await aProject(owner.api, { namespace_id: group.id });
    const browser = await WebBrowser.of(app.url, owner);
    const page = await browser.get(`/${empty.path_with_namespace}/-/tree`);

    expect(page.status).toBe(200);
    expect(page.text).toContain(`git remote add origin ${app.url}/${empty.path_with_namespace}.git`);
    expect((await browser.get(`/${empty.path_with_namespace}/-/branches`)).text).toContain('None.');
    expect((await browser.get(`/${empty.path_with_namespace}/-/tree/main`)).status).toBe(404);
  });

  it('show long folders in pages', async () => {
    const many = await aProject(owner.api);
    const files = Object.fromEntries(Array.from({ length: 230 }, (_, at) => [`f${1000 + at}`, '']));
    await pushCode({ app, git }, many, owner, files);
    const browser = await WebBrowser.of(app.url, owner);
    const at = `/${many.path_with_namespace}/-/tree/main`;
    const [first, second] = [await browser.get(at), await browser.get(`${at}?page=2`)];

    expect(first.text).toContain('f1199');
    expect(first.text).not.toContain('f1200');
    expect(second.text).toContain('f1229');
    expect((await browser.get(`${at}?page=9`)).status).toBe(404);
  });
});

describe('GET /:project/-/commit/:sha', () => {
  it('shows who changed what', async () => {
    const browser = await WebBrowser.of(app.url, owner);
    const { text } = await browser.get(`${address}/-/commit/${pushed.sha}`);

    expect(text).toContain('The body &amp; more.');
    expect(text).toContain('ada@example.com');
    expect(text).toContain('<span class="removed">');
    expect(text).toContain('<span class="added">');
    expect(text).toContain(`/-/tree/${pushed.sha}`);
  });

  it('shows any dates and names that git accepts', async () => {
    const odd = await aProject(owner.api);
    const { clone } = await pushCode({ app, git }, odd, owner, { a: 'a' });
    const tree = await git.ok(['rev-parse', 'HEAD^{tree}'], { in: clone });
    const raw = `tree ${tree}\nauthor x & y <a@b> 99999999999 +9999\ncommitter y <c@d> 1 +0000\n\n\u0007<i>\n`;
    await mkdir(path.join(git.directory, clone), { recursive: true });
    await writeFile(path.join(git.directory, clone, '../raw-commit'), raw);
    const created = await git.ok(['hash-object', '-t', 'commit', '-w', '--literally', '../raw-commit'], { in: clone });
    await git.ok(['push', '-q', 'origin', `${created}:refs/heads/odd`], { in: clone });
    const browser = await WebBrowser.of(app.url, owner);

    expect((await browser.get(`/${odd.path_with_namespace}/-/commit/${created}`)).status).toBe(200);
    expect((await browser.get(`/${odd.path_with_namespace}/-/branches`)).text).toContain('U+0007');
  });
});

describe('pages of code in a real browser', () => {
  it('fit a wide light window and a narrow dark one', async () => {
    const tab = await openTab(chromium);
    await signInTab(tab, app.url, owner);
    const container = `${app.url}${address}/-`;
    const misfits = await misfitsOf(tab, {
      'code-tree': `${container}/tree`,
      'code-folder': `${container}/tree/feature/a/b/src/deep/er`,
      'code-blob': `${container}/blob/main/README.md`,
      'code-blob-turned': `${container}/blob/main/turned.c`,
      'code-blob-hostile': `${container}/blob/main/${named(HOSTILE)}`,
      'code-commit': `${container}/commit/${pushed.sha}`,
      'code-branches': `${container}/branches`,
      'code-tags': `${container}/tags`,
      'code-comparison': `${container}/compare/${pushed.sha}...main`,
    });

    expect(misfits).toEqual([]);
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  }, 240_000);
});
