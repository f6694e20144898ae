import { aChart, pushChart } from '../../builders/helm.js';
import { publishNpm } from '../../builders/npm.js';
import { aPackage, genericPath, upload } from '../../builders/packages.js';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { WebBrowser } from '../../support/web-browser.js';

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
let project: TestProject;
let browser: WebBrowser;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  group = await aGroup(owner.api);
  project = await aProject(owner.api, { namespace_id: group.id, visibility: 'private' });
  browser = await WebBrowser.of(app.url, owner);
});
afterAll(() => app.close());

const here = () => `/${project.path_with_namespace}/-/packages`;
/** A generic package with one file; answers its record. */
async function aPublished(name = unique('tool'), version = '1.0') {
  await upload(owner.api, genericPath(project.id, 'a.bin', version, name), 'bytes of the file');
  return (await owner.api.get(`projects/${project.id}/packages?package_name=${name}&order_by=created_at&sort=desc`))
    .body[0];
}

describe('the pages of packages', () => {
  it('list the packages of a project by name, type and order', async () => {
    const found = await aPublished();
    await aPackage(app, project.id, { name: unique('other'), type: 'npm' });

    const all = (await browser.get(here())).text;
    const named = (await browser.get(`${here()}?name=${found.name as string}&sort=name`)).text;
    const typed = (await browser.get(`${here()}?type=npm`)).text;

    expect([all, named].every((text) => text.includes(found._links.web_path))).toBe(true);
    expect(all).toContain('other-');
    expect(named).not.toContain('other-');
    expect(typed).not.toContain(found.name);
    expect((await browser.get(`${here()}?type=x&sort=x&page=x`)).status).toBe(200);
  });

  it('show a package with commands, files, versions and checksums, and send its file', async () => {
    const [old, found] = [await aPublished('both', '1.0'), await aPublished('both', '2.0')];

    const { status, text } = await browser.get(found._links.web_path);

    expect(status).toBe(200);
    expect(text).toContain(`/api/v4/projects/${project.id}/packages/generic/both/2.0/a.bin`);
    expect(text).toContain(`href="${here()}/${old.id as number}"`);
    const file = /href="(\/api\/v4\/[^"]+\/download)"/.exec(text)?.[1] ?? '';
    expect((await browser.get(file)).text).toBe('bytes of the file');
  });

  it('add the channel of a chart, and say that npm warns of a version', async () => {
    const [chart, warned] = [unique('chart'), unique('warned')];
    await pushChart(owner.api, project.id, await aChart(chart, '1.0.0'), { channel: 'testing' });
    await publishNpm(owner.api, project.id, warned, { manifest: { deprecated: 'use <another>' } });
    const pageOf = async (name: string) => {
      const [found] = (await owner.api.get(`projects/${project.id}/packages?package_name=${name}`)).body;
      return (await browser.get(found._links.web_path)).text;
    };

    expect(await pageOf(chart)).toContain(`/packages/helm/testing --username`);
    expect(await pageOf(warned)).toContain('Deprecated: use &lt;another&gt;');
  });

  it('delete a package after a question, and restore it', async () => {
    const found = await aPublished();
    const shown = await browser.get(found._links.web_path);

    const deleted = await browser.submit(shown, {}, 'Delete package');
    expect([deleted.status, (await browser.get(found._links.web_path)).status]).toEqual([303, 404]);
    const list = await browser.get(deleted.headers.get('location') ?? '');
    const restored = await browser.submit(list, {}, 'Restore');

    expect(restored.headers.get('location')).toBe(found._links.web_path);
    expect((await browser.get(found._links.web_path)).status).toBe(200);
  });

  it('list deleted packages, which can be restored', async () => {
    const [kept, found] = [await aPublished(), await aPublished()];
    await owner.api.delete(`projects/${project.id}/packages/${found.id as number}`);

    const list = await browser.get(`${here()}?show=deleted&name=${found.name as string}`);
    const present = (await browser.get(here())).text;
    const restored = await browser.submit(list, {}, 'Restore');

    expect(list.text).toContain(found.name);
    expect(list.text).not.toContain(kept.name);
    expect(present).toContain(kept._links.web_path);
    expect(present).not.toContain(found._links.web_path);
    expect(restored.headers.get('location')).toBe(found._links.web_path);
  });

  it('delete a file', async () => {
    const found = await aPublished();
    const shown = await browser.get(found._links.web_path);

    expect((await browser.submit(shown, {}, 'Delete')).status).toBe(303);
    expect((await browser.get(found._links.web_path)).text).toContain('No files.');
  });

  it('list the packages of the projects of a group', async () => {
    const found = await aPublished();

    const { status, text } = await browser.get(`/groups/${group.full_path}/-/packages`);

    expect(status).toBe(200);
    expect(text).toContain(found._links.web_path);
    expect(text).toContain(project.path_with_namespace);
  });

  it('show a Terraform module where the API says', async () => {
    const id = await aPackage(app, project.id, { name: 'network/aws', type: 'terraform_module' });
    const { body } = await owner.api.get(`projects/${project.id}/packages/${id}`);

    expect((await browser.get(body._links.web_path)).text).toContain('terraform/modules/network/aws/1.0/file');
  });

  it('are hidden from those who may not read the packages, and let Reporters delete nothing', async () => {
    const found = await aPublished();
    const [guest, reporter] = [await aMember(app, { group }, 10), await aMember(app, { group }, 20)];
    const asGuest = await WebBrowser.of(app.url, guest);
    const asReporter = await WebBrowser.of(app.url, reporter);

    expect((await asGuest.get(here())).status).toBe(403);
    expect((await new WebBrowser(app.url).get(here())).status).toBe(302);
    const shown = await asReporter.get(found._links.web_path);
    expect(shown.text).not.toContain('Delete package');
    const forged = { authenticity_token: await asReporter.csrfToken() };
    expect((await asReporter.post(found._links.web_path, forged)).status).toBe(403);
  });
});
