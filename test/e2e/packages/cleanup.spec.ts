import { StartPackageCleanupsJob } from '../../../src/modules/packages/cleanup/jobs/start-package-cleanups.job.js';
import { aPackage, genericPath, upload } from '../../builders/packages.js';
import { aMember, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ended } from '../../support/operations.js';
import { DEVELOPER } from '../../support/levels.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await aProject(owner.api);
});

const policy = () => `projects/${project.id}/packages/cleanup_policy`;
const cleanup = (query = '') => owner.api.post(`projects/${project.id}/packages/cleanup${query}`);
const versions = async () =>
  ((await owner.api.get(`projects/${project.id}/packages`)).body as { version: string }[]).map(
    ({ version }) => version,
  );
const UNSET = {
  enabled: false,
  cadence: '1d',
  keep_n_versions: null,
  older_than: null,
  name_regex_delete: null,
  name_regex_keep: null,
  package_types: [],
  next_run_at: null,
};

describe('/projects/:id/packages/cleanup_policy', () => {
  it('is off until it is set, keeps what is not sent, and clears with null', async () => {
    const before = await owner.api.get(policy());
    await owner.api.put(policy(), {
      enabled: true,
      cadence: '7d',
      keep_n_versions: 3,
      older_than: '2 weeks',
      name_regex_delete: '.*',
      name_regex_keep: 'keep',
      package_types: ['npm', 'generic'],
    });
    const set = await owner.api.put(policy(), { cadence: '14d' });
    await owner.api.put(policy(), { keep_n_versions: null, older_than: null, name_regex_keep: '' });
    const cleared = await owner.api.put(policy(), { enabled: false, package_types: [] });

    expect(before.body).toEqual(UNSET);
    expect(set).toMatchObject({
      status: 200,
      body: {
        enabled: true,
        cadence: '14d',
        keep_n_versions: 3,
        older_than: '2 weeks',
        name_regex_delete: '.*',
        name_regex_keep: 'keep',
        package_types: ['npm', 'generic'],
        next_run_at: expect.stringMatching(/Z$/),
      },
    });
    expect(cleared.body).toEqual({ ...UNSET, cadence: '14d', name_regex_delete: '.*' });
  });

  it.each([
    ['cadence', '2d', 'does not have a valid value'],
    ['keep_n_versions', 0, 'is invalid'],
    ['keep_n_versions', 99_999_999_999, 'is invalid'],
    ['older_than', 'soon', 'is invalid'],
    ['package_types', ['rpm'], 'does not have a valid value'],
    ['name_regex_delete', '(?=x)', expect.stringContaining('is an invalid regexp')],
  ])('PUT refuses a bad %s', async (name, value, text) => {
    expect(await owner.api.put(policy(), { [name]: value })).toMatchObject({
      status: 400,
      body: { message: { [name]: [text] } },
    });
    expect((await owner.api.get(policy())).body).toEqual(UNSET);
  });

  it('can be set in an archived project, where it does not run', async () => {
    await owner.api.post(`projects/${project.id}/archive`);

    expect(await owner.api.put(policy(), { keep_n_versions: 1 })).toMatchObject({
      status: 200,
      body: { keep_n_versions: 1 },
    });
    expect(await cleanup()).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The project is archived' },
    });
  });

  it('needs a Maintainer', async () => {
    const developer = await aMember(app, { project }, DEVELOPER);

    expect((await developer.api.get(policy())).status).toBe(403);
    expect((await developer.api.put(policy(), {})).status).toBe(403);
    expect((await developer.api.post(`projects/${project.id}/packages/cleanup`)).status).toBe(403);
  });
});

describe('POST /projects/:id/packages/cleanup', () => {
  const threeVersions = async () => {
    for (const version of ['1', '2', '3']) {
      await upload(owner.api, genericPath(project.id, 'a', version), `of ${version}`);
    }
    await owner.api.put(policy(), { keep_n_versions: 2 });
  };

  it('with dry_run tells what each rule decides, and changes nothing', async () => {
    await threeVersions();
    await aPackage(app, project.id, { name: 'none', version: '', type: 'maven' });
    const preview = await cleanup('?dry_run=true');

    expect(preview).toMatchObject({ status: 200, body: { dry_run: true, totals: { delete: 1, keep: 2 }, bytes: 4 } });
    expect(preview.body.items).toEqual(
      ['delete', 'keep', 'keep'].map((action, at) => ({
        id: expect.any(Number),
        name: 'tool',
        version: String(at + 1),
        action,
        rule: 'keep_n_versions',
      })),
    );
    expect(await versions()).toEqual(['1', '2', '3']);
  });

  it('deletes by an operation what the preview named, so that it can be restored', async () => {
    await threeVersions();
    const answer = await cleanup();
    const operation = await ended(owner.api, answer.body.operation.id);
    const [deleted] = (await owner.api.get(`projects/${project.id}/packages?status=pending_destruction`)).body;
    const events = await app.sql(
      `select author_id from audit_events where entity_id = $1 and details->>'remove' = 'package'`,
      [project.id],
    );

    expect(answer).toMatchObject({ status: 202, body: { operation: { kind: 'packages_cleanup' } } });
    expect(operation).toMatchObject({ state: 'finished', result: { deleted_count: 1, kept_count: 2 } });
    expect(await versions()).toEqual(['2', '3']);
    expect(events).toEqual([{ author_id: owner.id }]);
    expect((await owner.api.post(`projects/${project.id}/packages/${deleted.id}/restore`)).status).toBe(200);
  });

  it('deletes nothing where nothing is set', async () => {
    await upload(owner.api, genericPath(project.id));

    expect((await cleanup('?dry_run=true')).body.totals).toEqual({ delete: 0, keep: 1 });
  });
});

describe('policies that are due', () => {
  it('run once, and again a cadence later', async () => {
    await upload(owner.api, genericPath(project.id));
    await owner.api.put(policy(), { enabled: true, name_regex_delete: '.*' });
    await app.sql(
      `update package_cleanup_policies set next_run_at = now() - interval '1 minute' where project_id = $1`,
      [project.id],
    );
    await Promise.all([1, 2].map(() => app.app.get(StartPackageCleanupsJob).perform()));
    const operations = await app.sql<{ id: string }>(
      `select id from operations where project_id = $1 and kind = 'packages_cleanup'`,
      [project.id],
    );
    const operation = await ended(owner.api, operations[0]!.id);

    expect(operations).toHaveLength(1);
    expect(operation).toMatchObject({ state: 'finished', result: { deleted_count: 1, kept_count: 0 } });
    expect(Date.parse((await owner.api.get(policy())).body.next_run_at)).toBeGreaterThan(Date.now() + 80_000_000);
  });
});
