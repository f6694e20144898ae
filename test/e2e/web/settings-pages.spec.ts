import type { Browser } from 'playwright-core';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { misfitsOf, openTab, signInTab, startChromium } from '../../support/chromium.js';
import { WebBrowser } from '../../support/web-browser.js';
import { HOSTILE } from '../../support/hostile-text.js';

let app: TestApp;
let owner: TestUser;
let browser: WebBrowser;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app, { name: 'Grace Hopper' });
  browser = await WebBrowser.of(app.url, owner);
});
afterAll(() => app.close());

describe('POST /dashboard/projects and /dashboard/groups', () => {
  it('create them by forms', async () => {
    const path = unique('hull');
    const group = await browser.submit(
      await browser.get('/dashboard/groups/new'),
      { name: HOSTILE, path, description: 'Ships', visibility: 'internal' },
      'Create group',
    );
    expect([group.status, group.headers.get('location')]).toEqual([303, `/groups/${path}`]);
    const { body: record } = await owner.api.get(`groups/${path}`);
    expect(record).toMatchObject({ name: HOSTILE, description: 'Ships', visibility: 'internal', parent_id: null });

    const shown = await browser.get(`/groups/${path}`);
    expect(shown.text).not.toContain(HOSTILE);
    expect(shown.text).toContain(`href="/dashboard/projects/new?namespace_id=${record.id}"`);
    const form = await browser.get(`/dashboard/projects/new?namespace_id=${record.id}`);
    const created = await browser.submit(form, { name: 'Main Engine', initialize_with_readme: '1' }, 'Create project');
    expect([created.status, created.headers.get('location')]).toEqual([303, `/${path}/main-engine`]);
    const { body: project } = await owner.api.get(`projects/${encodeURIComponent(`${path}/main-engine`)}`);
    expect(project).toMatchObject({ visibility: 'private', empty_repo: false });

    const below = await browser.submit(
      await browser.get(`/dashboard/groups/new?parent_id=${record.id}`),
      { name: 'Below', path: 'below' },
      'Create group',
    );
    expect(below.headers.get('location')).toBe(`/groups/${path}/below`);
  });

  it('show errors beside the fields that are wrong', async () => {
    const secret = await aGroup((await aUser(app)).api);
    const project = async (fields: Record<string, string>) =>
      browser.submit(await browser.get('/dashboard/projects/new'), { name: 'x', ...fields }, 'Create project');
    const group = async (fields: Record<string, string>) =>
      browser.submit(await browser.get('/dashboard/groups/new'), { name: 'x', path: 'x', ...fields }, 'Create group');
    const cases = [
      [await project({ name: ' ' }), 'be blank'],
      [await project({ path: `-${HOSTILE}` }), 'is invalid'],
      [await project({ namespace_id: String(secret.id) }), 'does not let you do that'],
      [await project({ visibility: 'nonsense' }), 'does not have a valid value'],
      [await group({ path: 'admin' }), 'is invalid'],
      [await group({ path: owner.username }), 'has already been taken'],
      [await group({ parent_id: String(secret.id) }), 'does not let you do that'],
    ] as const;
    for (const [answer, text] of cases) {
      expect([text, answer.status]).toEqual([text, 422]);
      expect(answer.text).toMatch(new RegExp(`class="error">[^<]*${text}`));
      expect(answer.text).not.toContain(HOSTILE);
    }
    const forged = { name: 'x', path: unique('forged'), authenticity_token: 'forged' };
    expect((await browser.post('/dashboard/projects', forged)).status).toBe(422);
    expect((await browser.post('/dashboard/groups', forged)).status).toBe(422);
    expect((await owner.api.get(`groups/${forged.path}`)).status).toBe(404);
    expect((await new WebBrowser(app.url).get('/dashboard/projects/new')).status).toBe(302);
  });
});

describe('GET and POST /:project/-/edit', () => {
  it('show the settings, and change only the fields of one form', async () => {
    const project = await aProject(owner.api, { topics: 'a,b', ci_config_path: 'ci/x.yml' });
    const here = `/${project.path_with_namespace}/-/edit`;
    const untouched = await browser.submit(await browser.get(here), {}, 'Save');
    const before = (await owner.api.get(`projects/${project.id}`)).body;

    expect([untouched.status, untouched.headers.get('location')]).toEqual([303, here]);
    expect(before).toMatchObject({
      topics: ['a', 'b'],
      ci_config_path: 'ci/x.yml',
      jobs_enabled: true,
      public_jobs: true,
      packages_enabled: true,
      visibility: 'private',
    });
    const token = await browser.csrfToken();
    const saved = await browser.post(here, {
      authenticity_token: token,
      name: HOSTILE,
      description: HOSTILE,
      topics: 'c, d',
      visibility: 'internal',
      container_registry_access_level: 'private',
      ci_config_path: '',
      build_timeout: '1200',
      jobs_enabled: '1',
    });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, here]);
    expect((await owner.api.get(`projects/${project.id}`)).body).toMatchObject({
      name: HOSTILE,
      description: HOSTILE,
      topics: ['c', 'd'],
      visibility: 'internal',
      container_registry_access_level: 'private',
      ci_config_path: null,
      build_timeout: 1200,
      default_branch: before.default_branch,
      jobs_enabled: true,
      public_jobs: false,
      packages_enabled: false,
    });
    const { text } = await browser.get(here);
    expect(text).not.toContain(HOSTILE);
    expect(text).toContain(`value="${HOSTILE.replace('<', '&lt;').replace('>', '&gt;')}"`);
    const bad = await browser.post(here, { authenticity_token: token, name: ' ', build_timeout: '1' });
    expect(bad.status).toBe(422);
    expect(bad.text).toContain('class="error"');
  });

  it('are for Maintainers, some fields for Owners alone', async () => {
    const group = await aGroup(owner.api);
    const project = await aProject(owner.api, { namespace_id: group.id });
    const here = `/${project.path_with_namespace}/-/edit`;
    const [developer, maintainer] = [
      await WebBrowser.of(app.url, await aMember(app, { project }, 30)),
      await WebBrowser.of(app.url, await aMember(app, { project }, 40)),
    ];
    const post = async (by: WebBrowser, end: string, fields: Record<string, string> = {}) =>
      (await by.post(here + end, { authenticity_token: await by.csrfToken(), ...fields })).status;

    expect((await developer.get(here)).status).toBe(403);
    expect(await post(developer, '', { name: 'x' })).toBe(403);
    const page = await maintainer.get(here);
    expect(page.text).not.toMatch(/name="visibility"|Delete project|Archive/);
    expect((await maintainer.submit(page, { name: 'New name' }, 'Save')).status).toBe(303);
    expect(await post(maintainer, '', { name: 'x', visibility: 'public' })).toBe(403);
    expect(await post(maintainer, '/path', { path: 'y' })).toBe(403);
    expect(await post(maintainer, '/archive')).toBe(403);
    expect((await maintainer.get(`${here}/delete`)).status).toBe(403);
    expect(await post(maintainer, '/delete', { confirm: project.path_with_namespace })).toBe(403);
    expect((await owner.api.get(`projects/${project.id}`)).body).toMatchObject({ name: 'New name', archived: false });
  });

  it('move, archive and delete the project', async () => {
    const project = await aProject(owner.api);
    const old = `/${project.path_with_namespace}/-/edit`;
    const bad = await browser.submit(await browser.get(old), { path: 'tree' }, 'Change path');
    const moved = await browser.submit(await browser.get(old), { path: unique('moved') }, 'Change path');
    const here = moved.headers.get('location') ?? '';
    const state = async () => (await owner.api.get(`projects/${project.id}`)).body;

    expect(bad.status).toBe(422);
    expect([moved.status, here]).toEqual([303, `/${(await state()).path_with_namespace}/-/edit`]);
    await browser.submit(await browser.get(here), {}, 'Archive project');
    expect((await state()).archived).toBe(true);
    await browser.submit(await browser.get(here), {}, 'Unarchive project');
    expect((await state()).archived).toBe(false);

    const wrong = await browser.submit(await browser.get(`${here}/delete`), { confirm: 'yes' }, 'Delete project');
    expect(wrong.status).toBe(422);
    const name = here.slice(1, -'/-/edit'.length);
    const deleted = await browser.submit(await browser.get(`${here}/delete`), { confirm: name }, 'Delete project');
    expect(deleted.status).toBe(303);
    expect((await browser.get(deleted.headers.get('location') ?? '')).status).toBe(200);
    expect((await owner.api.get(`projects/${project.id}`)).status).toBe(404);
  });
});

describe('GET and POST /groups/:path/-/edit', () => {
  it('change, move and delete the group for Owners alone', async () => {
    const group = await aGroup(owner.api, { description: 'Old' });
    const here = `/groups/${group.full_path}/-/edit`;
    const maintainer = await WebBrowser.of(app.url, await aMember(app, { group }, 40));
    const untouched = await browser.submit(await browser.get(here), {}, 'Save');
    const before = (await owner.api.get(`groups/${group.id}`)).body;
    const saved = await browser.submit(
      await browser.get(here),
      {
        name: HOSTILE,
        description: '',
        visibility: 'public',
        project_creation_level: 'noone',
        subgroup_creation_level: 'owner',
        default_branch_protection: '0',
      },
      'Save',
    );

    expect((await maintainer.get(here)).status).toBe(403);
    expect((await maintainer.get(`/groups/${group.full_path}`)).text).not.toContain(`${here}"`);
    expect((await maintainer.post(here, { authenticity_token: await maintainer.csrfToken(), name: 'x' })).status).toBe(
      403,
    );
    expect(untouched.status).toBe(303);
    expect(before.description).toBe('Old');
    expect(saved.status).toBe(303);
    expect((await owner.api.get(`groups/${group.id}`)).body).toMatchObject({
      name: HOSTILE,
      description: null,
      visibility: 'public',
      project_creation_level: 'noone',
      subgroup_creation_level: 'owner',
      default_branch_protection: 0,
      path: group.path,
    });
    expect((await browser.get(here)).text).not.toContain(HOSTILE);

    const path = unique('moved');
    const moved = await browser.submit(await browser.get(here), { path }, 'Change path');
    expect(moved.headers.get('location')).toBe(`/groups/${path}/-/edit`);
    const form = await browser.get(`/groups/${path}/-/edit/delete`);
    expect((await browser.submit(form, { confirm: 'no' }, 'Delete group')).status).toBe(422);
    const deleted = await browser.submit(form, { confirm: path }, 'Delete group');
    expect((await browser.get(deleted.headers.get('location') ?? '')).status).toBe(200);
    expect((await owner.api.get(`groups/${group.id}`)).status).toBe(404);
  });
});

describe('forms of settings in a real browser', () => {
  let chromium: Browser;
  beforeAll(async () => {
    chromium = await startChromium();
  });
  afterAll(() => chromium.close());

  it('fit a wide light window and a narrow dark one', async () => {
    const group = await aGroup(owner.api, { name: 'Yard of the long and winding name' });
    const project = await aProject(owner.api, { namespace_id: group.id });
    const member = await aMember(app, { project }, 30, { name: 'Ada Lovelace' });
    await owner.api.post(`projects/${project.id}/access_tokens`, {
      name: 'Robot',
      scopes: ['read_api', 'read_registry'],
    });
    await owner.api.post(`projects/${project.id}/deploy_tokens`, { name: 'Crane', scopes: ['read_registry'] });
    const [container, yard] = [`/${project.path_with_namespace}`, `/groups/${group.full_path}`];
    const tab = await openTab(chromium);
    await signInTab(tab, app.url, owner);
    const misfits = await misfitsOf(tab, {
      'project-new': `${app.url}/dashboard/projects/new`,
      'group-new': `${app.url}/dashboard/groups/new`,
      'project-settings': `${app.url}${container}/-/edit`,
      'project-delete': `${app.url}${container}/-/edit/delete`,
      'group-settings': `${app.url}${yard}/-/edit`,
      'project-members': `${app.url}${container}/-/members`,
      'project-member': `${app.url}${container}/-/members/${member.id}/edit`,
      'project-access-tokens': `${app.url}${container}/-/access_tokens`,
      'project-deploy-tokens': `${app.url}${container}/-/deploy_tokens`,
      'group-overview': app.url + yard,
    });

    expect(misfits).toEqual([]);
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  }, 240_000);

  it('create and delete a project without scripts, by the keyboard', async () => {
    const tab = await openTab(chromium, 'narrow-light', false);
    await signInTab(tab, app.url, owner);
    const name = unique('keys');
    await tab.page.goto(`${app.url}/dashboard/projects/new`);
    await tab.page.locator('input:focus').waitFor(); // a page is focused by itself soon after it has loaded
    await tab.page.keyboard.type(name);
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL(`${app.url}/${owner.username}/${name}`);
    await tab.page.getByRole('link', { name: 'Settings' }).click();
    await tab.page.getByRole('link', { name: 'Delete project' }).click();
    await tab.page.getByLabel('to confirm').fill(`${owner.username}/${name}`);
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL(/\/-\/operations\//);

    expect(tab.errors).toEqual([]);
    await tab.context.close();
  });
});
