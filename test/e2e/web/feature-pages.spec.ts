import type { Browser } from 'playwright-core';
import { Dispatcher } from '../../../src/platform/queue/dispatcher.js';
import { pushCode } from '../../builders/code.js';
import { anImage, pushImage } from '../../builders/images.js';
import { aGroup, aMember, aProject, aUser } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { registryAs } from '../../builders/registry.js';
import { aStoredRepository, storeTags, aDigest, tagNames } from '../../builders/stored-images.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { misfitsOf, openTab, signInTab, startChromium } from '../../support/chromium.js';
import { GitClient } from '../../support/git.js';
import { WebBrowser } from '../../support/web-browser.js';

let app: TestApp;
let chromium: Browser;
let git: GitClient;
let owner: TestUser;
let group: TestGroup;
let project: TestProject;
let path: string;
beforeAll(async () => {
  app = await startApp();
  chromium = await startChromium();
  git = await GitClient.make();
  owner = await aUser(app, { admin: true, name: 'Grace Hopper, Rear Admiral' });
  group = await aGroup(owner.api, { description: 'Everything that ships.' });
  project = await aProject(owner.api, {
    namespace_id: group.id,
    description: 'The <b>hull</b>',
    topics: 'steel,rivets',
  });
  path = `/${project.path_with_namespace}`;
  await pushImage(registryAs(app, owner), `${project.path_with_namespace.toLowerCase()}/web`, 'v1.0', anImage());
  await pushCode({ app, git }, project, owner, { '.ci.yml': 'build: { script: make }' }, { tags: ['v1'] });
  await app.drainJobs();
});
afterAll(async () => {
  await chromium.close();
  await git.remove();
  await app.close();
});

async function repositoryWith(names: readonly string[]): Promise<{ id: number; address: string }> {
  const { id } = await aStoredRepository(app, project.id);
  await storeTags(
    app,
    id,
    names.map((name) => ({ name, digest: aDigest() })),
  );
  return { id, address: `${path}/-/container_registry/${id}` };
}

describe('every page below /:project/-', () => {
  it('fits a wide light window and a narrow dark one', async () => {
    const tab = await openTab(chromium);
    await signInTab(tab, app.url, owner);
    const [repository] = (await owner.api.get(`projects/${project.id}/registry/repositories`)).body;
    const [pipeline] = (await owner.api.get(`projects/${project.id}/pipelines`)).body;
    const pages = {
      projects: '/dashboard/projects',
      groups: '/dashboard/groups?all=1',
      project: path,
      group: `/groups/${group.full_path}`,
      user: `/${owner.username}`,
      members: `${path}/-/members`,
      'group-members': `/groups/${group.full_path}/-/members`,
      'project-access-tokens-empty': `${path}/-/access_tokens`,
      registry: `${path}/-/container_registry`,
      repository: `${path}/-/container_registry/${repository.id}`,
      triggers: `${path}/-/triggers`,
      pipelines: `${path}/-/pipelines`,
      pipeline: `${path}/-/pipelines/${pipeline.id}`,
      'admin-users': '/admin/users',
      'admin-features': '/admin/features',
      'admin-jobs': '/admin/jobs',
      'admin-storages': '/admin/storages',
    };
    const addresses = Object.entries(pages).map(([name, address]) => [name, app.url + address]);
    const misfits = await misfitsOf(tab, Object.fromEntries(addresses));

    expect(misfits).toEqual([]);
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  }, 240_000);

  it('answers 200 to readers of the record alone', async () => {
    const [pipeline] = (await owner.api.get(`projects/${project.id}/pipelines`)).body;
    const pages = [
      '',
      '/-/members',
      '/-/container_registry',
      '/-/pipelines',
      `/-/pipelines/${pipeline.id}`,
      '/-/triggers',
      '/-/access_tokens',
    ];
    const statuses = async (user: TestUser) => {
      const browser = await WebBrowser.of(app.url, user);
      return Promise.all(pages.map(async (end) => (await browser.get(path + end)).status));
    };

    expect(await statuses(await aUser(app))).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect(await statuses(await aMember(app, { project }, 10))).toEqual([200, 200, 200, 403, 403, 403, 403]);
    expect(await statuses(await aMember(app, { project }, 30))).toEqual([200, 200, 200, 200, 200, 403, 403]);
    expect(await statuses(await aMember(app, { project }, 40))).toEqual([200, 200, 200, 200, 200, 200, 200]);
  });
});

describe('pages below /:project/-/container_registry', () => {
  it('delete a tag for Developers, by a form with a valid token alone', async () => {
    const { id, address } = await repositoryWith(['a', 'b']);
    const reporter = await WebBrowser.of(app.url, await aMember(app, { project }, 20));
    const developer = await WebBrowser.of(app.url, await aMember(app, { project }, 30));

    expect((await reporter.get(address)).text).not.toContain('Delete');
    expect((await developer.post(`${address}/tags/a`, { authenticity_token: 'x' })).status).toBe(422);
    expect(await tagNames(app, id)).toEqual(['a', 'b']);
    const answer = await developer.submit(await developer.get(address), {}, 'Delete');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, address]);
    expect(await tagNames(app, id)).toEqual(['b']);
    expect((await developer.get(address)).text).not.toContain('Bulk delete tags');
  });

  it('preview a bulk delete, delete what was shown, and show its progress', async () => {
    const { id, address } = await repositoryWith(['dev-1', 'dev-2', 'keep']);
    const browser = await WebBrowser.of(app.url, owner);
    const refused = await browser.submit(await browser.get(address), { name_regex_delete: '(?=x)' }, 'Preview');
    const preview = await browser.submit(await browser.get(address), { name_regex_delete: 'dev-.*' }, 'Preview');
    const before = await tagNames(app, id);
    const applied = await browser.submit(preview, {}, 'Delete 2 tags');
    await app.drainJobs();
    const progress = await browser.get(applied.headers.get('location') ?? '');

    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/class="error"/);
    expect(preview.text).toContain('Delete 2 of 3 tags?');
    expect(before).toEqual(['dev-1', 'dev-2', 'keep']);
    expect(applied.status).toBe(303);
    expect(progress.text).toMatch(/registry tags bulk delete[\s\S]*finished/);
    expect(await tagNames(app, id)).toEqual(['keep']);
  });

  it('delete a whole repository for Maintainers', async () => {
    const { id, address } = await repositoryWith(['a']);
    const browser = await WebBrowser.of(app.url, owner);
    const answer = await browser.submit(await browser.get(address), {}, 'Delete repository');
    app.app.get(Dispatcher).start();
    await app.drainJobs();

    expect(answer.status).toBe(303);
    expect((await owner.api.get(`registry/repositories/${id}`)).status).toBe(404);
  });
});

describe('pages below /:project/-/triggers', () => {
  it('create a token, show it once, and revoke it', async () => {
    const browser = await WebBrowser.of(app.url, owner);
    const address = `${path}/-/triggers`;
    const blank = await browser.submit(await browser.get(address), { description: ' ' }, 'Create trigger token');
    await browser.submit(await browser.get(address), { description: '<i>nightly</i>' }, 'Create trigger token');
    const created = await browser.get(address);
    const token = /id="trigger-token"[^>]*>([0-9a-f]{40})</.exec(created.text)?.[1];
    const listed = await browser.get(address);
    await browser.submit(listed, {}, 'Revoke');

    expect(blank.status).toBe(422);
    expect(token).toBeDefined();
    expect(listed.text).not.toContain(token);
    expect(listed.text).toContain('&lt;i&gt;nightly&lt;/i&gt;');
    expect((await owner.api.get(`projects/${project.id}/triggers`)).body).toEqual([]);
  });
});

describe('GET and POST /admin/users and /admin/features', () => {
  it('block and activate users, and change feature flags', async () => {
    const user = await aUser(app);
    const browser = await WebBrowser.of(app.url, owner);
    const find = () => browser.get(`/admin/users?search=${user.username}`);
    await browser.submit(await find(), {}, 'Block');
    const blocked = (await user.api.get('user')).status;
    await browser.submit(await find(), {}, 'Activate');
    await browser.submit(await browser.get('/admin/features'), {}, 'Enable');
    const on = (await owner.api.get('features')).body;
    await browser.submit(await browser.get('/admin/features'), {}, 'Disable');

    expect(blocked).toBe(403);
    expect((await user.api.get('user')).status).toBe(200);
    expect(on).toMatchObject([{ name: 'ci_job_token_scope', state: 'on' }]);
  });

  it('answer 404 to all but administrators', async () => {
    const browser = await WebBrowser.of(app.url, await aUser(app));
    for (const page of ['users', 'features', 'jobs', 'storages']) {
      expect((await browser.get(`/admin/${page}`)).status).toBe(404);
    }
  });
});
