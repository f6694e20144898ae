import { aGroup, aMember, aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { WebBrowser } from '../../support/web-browser.js';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
});
afterAll(() => app.close());

const get = async (path: string, accept = 'text/html') => {
  const answer = await fetch(`${app.url}/${path}`, { headers: { accept }, redirect: 'manual' });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};

describe('web_url of projects, groups and users', () => {
  it('leads to pages of public projects, groups and users', async () => {
    const group = await aGroup(owner.api, { visibility: 'public' });
    const project = await aProject(owner.api, {
      namespace_id: group.id,
      visibility: 'public',
      description: 'Ships <b>',
    });
    const shown = (await owner.api.get(`projects/${project.id}`)).body;
    const pages = [
      await get(shown.web_url.slice(app.url.length + 1)),
      await get(`groups/${group.full_path}`),
      await get(owner.username),
    ];

    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(pages[0]!.text).toContain(`${app.url}/${project.path_with_namespace}.git`);
    expect(pages[0]!.text).toContain('Ships &lt;b&gt;');
    expect(pages[1]!.text).toContain(`href="/${project.path_with_namespace}"`);
    expect(pages[2]!.text).toContain(`@${owner.username}`);
  });

  it('redirects to sign in where the record is hidden, as for an unknown path', async () => {
    const group = await aGroup(owner.api);
    const project = await aProject(owner.api, { namespace_id: group.id });
    const pages = [
      await get(project.path_with_namespace),
      await get(`groups/${group.full_path}`),
      await get('nobody-is-called-so'),
      await get('no/where'),
    ];

    expect(pages.map(({ status }) => status)).toEqual([302, 302, 302, 302]);
    expect(pages.map(({ text }) => text)).toEqual(['', '', '', '']);
  });

  it('leads from a project to its group only those who see the group', async () => {
    const group = await aGroup(owner.api);
    const project = await aProject(owner.api, { namespace_id: group.id });
    const [inProject, inGroup] = [await aMember(app, { project }, 30), await aMember(app, { group }, 30)];
    const pageOf = async (user: TestUser) =>
      (await (await WebBrowser.of(app.url, user)).get(`/${project.path_with_namespace}`)).text;
    const link = `<a href="/groups/${group.full_path}">`;

    expect(await pageOf(inGroup)).toContain(link);
    expect(await pageOf(inProject)).not.toContain(link);
    expect(await pageOf(inProject)).toContain(`<span>${group.full_path}</span>`);
  });

  it('answers programs as every unknown address does', async () => {
    for (const path of ['nobody-is-called-so', 'no/where', 'api/v4/nothing', 'users/nothing']) {
      expect(await get(path, '*/*')).toMatchObject({ status: 404, text: '{"error":"404 Not Found"}' });
    }
    const posted = await fetch(`${app.url}/no/where`, { method: 'POST' });
    expect([posted.status, await posted.text()]).toEqual([404, '{"error":"404 Not Found"}']);
  });
});
