import { aPackage } from '../../builders/packages.js';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ended } from '../../support/operations.js';
import { WebBrowser } from '../../support/web-browser.js';

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
let browser: WebBrowser;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  group = await aGroup(owner.api);
  browser = await WebBrowser.of(app.url, owner);
});
afterAll(() => app.close());

const settingsOf = (project: TestProject) => `/${project.path_with_namespace}/-/settings/packages`;
const aPrivateProject = () => aProject(owner.api, { namespace_id: group.id, visibility: 'private' });

describe('the pages of package settings', () => {
  it('save the clean-up policy, and show it', async () => {
    const project = await aPrivateProject();
    const blank = await browser.get(settingsOf(project));

    const saved = await browser.submit(
      blank,
      { enabled: '1', cadence: '7d', keep_n_versions: '2', name_regex_keep: 'base-.*', 'package_types[]': 'npm' },
      'Save policy',
    );

    expect(saved.status).toBe(200);
    const { body } = await owner.api.get(`projects/${project.id}/packages/cleanup_policy`);
    expect(body).toMatchObject({ enabled: true, cadence: '7d', keep_n_versions: 2, name_regex_keep: 'base-.*' });
    expect(body.package_types).toContain('npm');
    expect(saved.text).toContain('base-.*');
  });

  it('keep what was typed where a field is wrong, and change nothing', async () => {
    const project = await aPrivateProject();

    const refused = await browser.submit(
      await browser.get(settingsOf(project)),
      { keep_n_versions: '0', older_than: 'soon', name_regex_delete: '(' },
      'Save policy',
    );

    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/value="soon"[\s\S]*is invalid/);
    const { body } = await owner.api.get(`projects/${project.id}/packages/cleanup_policy`);
    expect(body).toMatchObject({ keep_n_versions: null, older_than: null, name_regex_delete: null });
  });

  it('preview what the policy would do, and do it after a question', async () => {
    const project = await aPrivateProject();
    const name = unique('tool');
    for (const version of ['1.0', '2.0', '3.0']) {
      await aPackage(app, project.id, { name, version, type: 'generic' });
    }
    await browser.submit(await browser.get(settingsOf(project)), { keep_n_versions: '1' }, 'Save policy');

    const preview = await browser.get(`${settingsOf(project)}/cleanup`);
    expect(preview.text).toContain('2 of 3 packages would be deleted');
    expect((await owner.api.get(`projects/${project.id}/packages`)).body).toHaveLength(3);
    const started = await browser.submit(preview, {}, 'Clean up now');

    expect(started.status).toBe(303);
    const address = started.headers.get('location') ?? '';
    await ended(owner.api, address.split('/').at(-1) ?? '');
    const left = (await owner.api.get(`projects/${project.id}/packages`)).body;
    expect(left.map(({ version }: { version: string }) => version)).toEqual(['3.0']);
    expect((await browser.get(address)).text).toContain('finished');
  });

  it('save what holds for duplicates: the project inherits what it does not set', async () => {
    const project = await aPrivateProject();
    const groupPage = await browser.get(`/groups/${group.full_path}/-/settings/packages`);
    const groupSaved = await browser.submit(groupPage, { nuget_duplicates_allowed: 'false' }, 'Save duplicates');

    const saved = await browser.submit(
      await browser.get(settingsOf(project)),
      { maven_duplicates_allowed: 'false', maven_duplicate_exception_regex: 'org/.*' },
      'Save duplicates',
    );

    expect([groupSaved.status, saved.status]).toEqual([200, 200]);
    expect((await owner.api.get(`projects/${project.id}/packages/settings`)).body).toEqual({
      maven_duplicates_allowed: false,
      maven_duplicate_exception_regex: 'org/.*',
      generic_duplicates_allowed: null,
      generic_duplicate_exception_regex: null,
      nuget_duplicates_allowed: null,
      nuget_duplicate_exception_regex: null,
    });
    expect((await owner.api.get(`groups/${group.id}/packages/settings`)).body.nuget_duplicates_allowed).toBe(false);
    const refused = await browser.submit(groupPage, { generic_duplicate_exception_regex: '(' }, 'Save duplicates');
    expect([refused.status, refused.text.includes('value="("')]).toEqual([422, true]);
  });

  it('are for Maintainers: others read 403, strangers 404, nobody signs in first', async () => {
    const project = await aPrivateProject();
    const [developer, stranger] = [await aMember(app, { group }, 30), await aUser(app)];
    const addresses = [settingsOf(project), `${settingsOf(project)}/cleanup`];

    const answers = await Promise.all(
      [await WebBrowser.of(app.url, developer), await WebBrowser.of(app.url, stranger), new WebBrowser(app.url)].map(
        async (one) => Promise.all(addresses.map(async (address) => (await one.get(address)).status)),
      ),
    );

    expect(answers).toEqual([
      [403, 403],
      [404, 404],
      [302, 302],
    ]);
    expect((await browser.get(`/${project.path_with_namespace}/-/edit`)).text).toContain(settingsOf(project));
  });
});
