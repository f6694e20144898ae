import type { Browser } from 'playwright-core';
import { aMember, aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { misfitsOf, openTab, signInTab, startChromium } from '../../support/chromium.js';
import { WebBrowser } from '../../support/web-browser.js';

const HOSTILE = `<script>alert('1')</script>"&`;
const FILES = [
  { file_path: 'src/plate & "rivet".ts', content: `export const x = '${HOSTILE}';\n// ${'long '.repeat(60)}\n` },
  { file_path: 'notes.md', content: 'line one\nline two\n' },
];

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app, { name: 'Grace Hopper' });
});
afterAll(() => app.close());

interface Shown {
  readonly id: number;
  readonly web_url: string;
  readonly raw_url: string;
  readonly files: readonly { readonly path: string; readonly raw_url: string }[];
}

async function aSnippet(api: ApiClient, path = 'snippets', fields: object = {}): Promise<Shown> {
  const { body } = await api.post(path, { title: `Plates ${HOSTILE}`, files: FILES, visibility: 'private', ...fields });
  return body;
}

const ofPath = (url: string): string => url.slice(app.url.length);

describe('GET /snippets/:id and /:project/-/snippets/:snippet_id', () => {
  it.each(['personal', 'of a project'])('are the web_url of a snippet, %s', async (kind) => {
    const project = await aProject(owner.api, { visibility: 'private' });
    const path = kind === 'personal' ? 'snippets' : `projects/${project.id}/snippets`;
    const snippet = await aSnippet(owner.api, path, { description: HOSTILE });
    const browser = await WebBrowser.of(app.url, owner);
    const { status, text } = await browser.get(ofPath(snippet.web_url));

    expect(status).toBe(200);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('<h1>Plates &lt;script&gt;');
    expect(text).toContain('<li id="F1-L1">export const x');
    expect(text).toContain('<li id="F2-L2">line two</li>');
    expect((await browser.get(ofPath(snippet.raw_url))).text).toBe(FILES[0]?.content);
    for (const [at, file] of snippet.files.entries()) {
      const raw = await browser.get(ofPath(file.raw_url));
      expect([raw.status, raw.text]).toEqual([200, FILES[at]?.content]);
      expect(raw.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(raw.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(text).toContain(`href="${ofPath(file.raw_url)}"`);
    }
    expect((await browser.get(`${ofPath(snippet.web_url)}/raw/main/none`)).status).toBe(404);
  });

  it('answer readers of the snippet alone', async () => {
    const project = await aProject(owner.api, { visibility: 'public' });
    const [stranger, guest] = [await aUser(app), await aMember(app, { project }, 10)];
    const browsers = [
      new WebBrowser(app.url),
      await WebBrowser.of(app.url, stranger),
      await WebBrowser.of(app.url, guest),
      await WebBrowser.of(app.url, owner),
    ];
    const statuses = async (path: string, visibility: string) => {
      const snippet = await aSnippet(owner.api, path, { visibility });
      const urls = [snippet.web_url, snippet.raw_url, snippet.files[1]?.raw_url ?? ''].map(ofPath);
      const seen = await Promise.all(
        browsers.map(async (browser) => {
          const each = await Promise.all(urls.map(async (url) => (await browser.get(url)).status));
          expect(new Set(each).size).toBe(1);
          return each[0];
        }),
      );
      return seen;
    };

    expect(await statuses('snippets', 'private')).toEqual([302, 404, 404, 200]);
    expect(await statuses('snippets', 'internal')).toEqual([302, 200, 200, 200]);
    expect(await statuses('snippets', 'public')).toEqual([200, 200, 200, 200]);
    expect(await statuses(`projects/${project.id}/snippets`, 'private')).toEqual([302, 404, 200, 200]);
    expect(await statuses(`projects/${project.id}/snippets`, 'public')).toEqual([200, 200, 200, 200]);
  });

  it('answer for a snippet of a project below that project alone', async () => {
    const [project, other] = [await aProject(owner.api), await aProject(owner.api)];
    const snippet = await aSnippet(owner.api, `projects/${project.id}/snippets`);
    const personal = await aSnippet(owner.api);
    const browser = await WebBrowser.of(app.url, owner);
    const moved = await browser.get(`/snippets/${snippet.id}`);

    expect([moved.status, moved.headers.get('location')]).toEqual([302, ofPath(snippet.web_url)]);
    expect((await browser.get(`/${other.path_with_namespace}/snippets/${snippet.id}`)).status).toBe(404);
    expect((await browser.get(`/${project.path_with_namespace}/snippets/${personal.id}`)).status).toBe(404);
    expect((await browser.get('/snippets/999999')).status).toBe(404);
    expect((await browser.get('/snippets/x')).status).toBe(404);
  });

  it('do not hide a project with such a path', async () => {
    const { body: group } = await owner.api.post('groups', { name: 'x', path: `g${Date.now()}`, visibility: 'public' });
    const { body: below } = await owner.api.post('groups', { name: 'x', path: 'snippets', parent_id: group.id });
    const project = await aProject(owner.api, { path: '7', namespace_id: below.id, name: 'Seven sisters' });
    const browser = await WebBrowser.of(app.url, owner);

    expect((await browser.get(`/${project.path_with_namespace}`)).text).toContain('<h1>Seven sisters</h1>');
    expect((await browser.get(`/${project.path_with_namespace}/-/members`)).status).toBe(200);
  });
});

describe('forms of snippets', () => {
  it('create, change and delete one', async () => {
    const browser = await WebBrowser.of(app.url, owner);
    const blank = await browser.submit(
      await browser.get('/dashboard/snippets/new'),
      { title: HOSTILE, file_name: '../x', content: 'a' },
      'Create snippet',
    );
    const created = await browser.submit(
      await browser.get('/dashboard/snippets/new'),
      { title: HOSTILE, file_name: 'a.txt', content: 'one\r\ntwo\r\n', visibility: 'internal' },
      'Create snippet',
    );
    const here = created.headers.get('location') ?? '';
    const id = Number(here.split('/').at(-1));
    const read = async () => (await owner.api.get(`snippets/${id}/raw`)).text;

    expect(blank.status).toBe(422);
    expect(blank.text).toContain('class="error"');
    expect(blank.text).toContain('value="&lt;script&gt;');
    expect(created.status).toBe(303);
    expect(await read()).toBe('one\ntwo\n');
    expect((await browser.get('/dashboard/snippets')).text).toContain(`href="${here}"`);

    const untouched = await browser.submit(await browser.get(`${here}/edit`), { title: 'Other' }, 'Save');
    expect([untouched.status, untouched.headers.get('location')]).toEqual([303, here]);
    const form = await browser.get(`${here}/edit`);
    await browser.submit(form, { 'files[0][content]': 'three\r\n' }, 'Save');
    expect(await read()).toBe('three\n');
    expect((await owner.api.get(`snippets/${id}`)).body).toMatchObject({ title: 'Other', visibility: 'internal' });
    expect((await browser.submit(await browser.get(`${here}/edit`), { title: ' ' }, 'Save')).status).toBe(422);

    const gone = await browser.submit(await browser.get(here), {}, 'Delete snippet');
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/dashboard/snippets']);
    expect((await browser.get(here)).status).toBe(404);
  });

  it('are for no external account outside of projects', async () => {
    const external = await WebBrowser.of(app.url, await aUser(app, { external: true }));
    const authenticity_token = await external.csrfToken();

    expect((await external.get('/dashboard/snippets')).text).not.toContain('New snippet');
    expect((await external.get('/dashboard/snippets/new')).status).toBe(403);
    expect((await external.post('/dashboard/snippets', { authenticity_token, title: 'x' })).status).toBe(403);
  });

  it('are for Reporters of a project, and for those who may change the snippet', async () => {
    const project = await aProject(owner.api, { visibility: 'public' });
    const here = `/${project.path_with_namespace}/-/snippets`;
    const guest = await WebBrowser.of(app.url, await aMember(app, { project }, 10));
    const reporter = await WebBrowser.of(app.url, await aMember(app, { project }, 20));
    const nobody = new WebBrowser(app.url);

    expect((await nobody.get(here)).status).toBe(200);
    expect((await nobody.get(`${here}/new`)).headers.get('location')).toMatch(/^\/users\/sign_in/);
    expect((await guest.get(here)).text).not.toContain('New snippet');
    expect((await guest.get(`${here}/new`)).status).toBe(403);
    const fields = { title: 'x', file_name: 'a', content: 'a', visibility: 'public' };
    const created = await reporter.submit(await reporter.get(`${here}/new`), fields, 'Create snippet');
    const snippet = created.headers.get('location') ?? '';
    expect(snippet).toMatch(new RegExp(`^/${project.path_with_namespace}/snippets/\\d+$`));
    expect((await reporter.get(here)).text).toContain(`href="${snippet}"`);

    expect((await guest.get(snippet)).text).not.toContain('Delete');
    expect((await guest.get(`${snippet}/edit`)).status).toBe(403);
    const forged = { _method: 'delete', authenticity_token: 'forged' };
    expect((await reporter.post(snippet, forged)).status).toBe(422);
    expect((await guest.post(snippet, { ...forged, authenticity_token: await guest.csrfToken() })).status).toBe(403);
    expect((await reporter.submit(await reporter.get(snippet), {}, 'Delete snippet')).headers.get('location')).toBe(
      here,
    );
  });
});

describe('pages of snippets in a real browser', () => {
  let chromium: Browser;
  beforeAll(async () => {
    chromium = await startChromium();
  });
  afterAll(() => chromium.close());

  it('fit a wide light window and a narrow dark one', async () => {
    const project = await aProject(owner.api);
    const snippet = await aSnippet(owner.api, `projects/${project.id}/snippets`, { description: 'Of steel.\nMostly.' });
    const tab = await openTab(chromium);
    await signInTab(tab, app.url, owner);
    const misfits = await misfitsOf(tab, {
      snippet: app.url + ofPath(snippet.web_url),
      'snippet-edit': `${app.url}${ofPath(snippet.web_url)}/edit`,
      snippets: `${app.url}/${project.path_with_namespace}/-/snippets`,
      'snippet-new': `${app.url}/dashboard/snippets/new`,
    });

    expect(misfits).toEqual([]);
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  }, 240_000);
});
