import { aGroup, aMember, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { WebBrowser } from '../../support/web-browser.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
let path: string;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  project = await aProject(owner.api);
  path = `/${project.path_with_namespace}`;
});
afterAll(() => app.close());

const SIGN_IN = /^\/users\/sign_in\?rt=[\w-]+$/;

describe('GET of a page that anonymous visitors may not see', () => {
  it('redirects to sign in with 302 whether the page exists or not', async () => {
    const group = await aGroup(owner.api, { visibility: 'private' });
    const { body: snippet } = await owner.api.post('snippets', { title: 'a', file_name: 'a', content: 'a' });
    const { body: closed } = await owner.api.put(`projects/${(await aProject(owner.api)).id}`, {
      visibility: 'public',
      container_registry_access_level: 'private',
    });
    const pages = [
      path,
      `${path}/-/pipelines`,
      `${path}/-/tree/main`,
      `${path}x`,
      '/nobody-has-this-path',
      `/groups/${group.full_path}`,
      '/groups/none',
      `/snippets/${snippet.id}`,
      '/snippets/999999',
      `/${closed.path_with_namespace}/-/container_registry`,
    ];
    for (const page of pages) {
      const answer = await new WebBrowser(app.url).get(page);

      expect([page, answer.status]).toEqual([page, 302]);
      expect(answer.headers.get('location')).toMatch(SIGN_IN);
    }
  });

  it('leads back to the page, with its query, after the sign-in', async () => {
    const browser = new WebBrowser(app.url);
    const wanted = `${path}/-/pipelines?page=1`;
    const sent = await browser.get(wanted);
    const done = await browser.signIn(owner.username, owner.password, sent.headers.get('location') ?? '');

    expect([done.status, done.headers.get('location')]).toEqual([303, wanted]);
    expect((await browser.get(wanted)).status).toBe(200);
  });

  it('keeps 404 and 403 for those who are signed in', async () => {
    const guest = await WebBrowser.of(app.url, await aMember(app, { project }, 10));

    expect((await (await WebBrowser.of(app.url, await aUser(app))).get(path)).status).toBe(404);
    expect((await guest.get(`${path}/-/pipelines`)).status).toBe(403);
  });

  it('keeps 404 for programs, for HEAD without HTML, and for forms', async () => {
    const browser = new WebBrowser(app.url);
    for (const Accept of ['application/json', '*/*']) {
      expect((await browser.get(path, { headers: { Accept } })).status).toBe(404);
    }
    expect((await browser.get(`${path}/-/pipelines`, { headers: { Accept: 'application/json' } })).status).toBe(404);
    expect((await browser.send('HEAD', path, undefined, { headers: { Accept: '*/*' } })).status).toBe(404);
    expect(browser.cookie).toBe('');
  });
});
