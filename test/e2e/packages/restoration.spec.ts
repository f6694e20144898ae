import { genericPath, upload } from '../../builders/packages.js';
import { aMember, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER } from '../../support/levels.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
let packageId: number;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await aProject(owner.api);
  await upload(owner.api, genericPath(project.id));
  packageId = await idOf();
});

const packages = () => `projects/${project.id}/packages`;
const idOf = async (): Promise<number> => (await owner.api.get(packages())).body[0].id;

describe('POST /projects/:id/packages/:package_id/restore', () => {
  const restore = (api = owner.api) => api.post(`${packages()}/${packageId}/restore`);

  it('brings the package back with its files and its former status', async () => {
    await app.sql(`update packages set status = 'hidden' where id = $1`, [packageId]);
    await owner.api.delete(`${packages()}/${packageId}`);
    const deleted = await owner.api.get(`${packages()}?status=pending_destruction`);
    const gone = await owner.api.get(genericPath(project.id));
    const restored = await restore();

    expect(deleted.body).toMatchObject([{ id: packageId }]);
    expect(gone.status).toBe(404);
    expect(restored).toMatchObject({ status: 200, body: { id: packageId, status: 'hidden', versions: [] } });
    expect((await owner.api.get(genericPath(project.id))).text).toBe('bytes');
  });

  it('is 409 when the version was published anew', async () => {
    await owner.api.delete(`${packages()}/${packageId}`);
    await upload(owner.api, genericPath(project.id));

    expect(await restore()).toMatchObject({ status: 409, body: { message: '409 Conflict - the version exists' } });
  });

  it('is 404 for one that is not deleted, or was so too long ago', async () => {
    const kept = await restore();
    await owner.api.delete(`${packages()}/${packageId}`);
    await app.sql(`update packages set deleted_at = now() - interval '8 days' where id = $1`, [packageId]);

    expect(kept).toMatchObject({ status: 404, body: { message: '404 Package Not Found' } });
    expect(await restore()).toMatchObject({ status: 404, body: { message: '404 Package Not Found' } });
  });

  it('lets one of parallel calls restore, and notes that once', async () => {
    await owner.api.delete(`${packages()}/${packageId}`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => restore()));
    const events = await app.sql(
      `select 1 from audit_events where entity_id = $1 and details->>'custom_message' = 'Package restored'`,
      [project.id],
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
    expect(events).toHaveLength(1);
  });

  it('needs a Maintainer, and a project that is not archived', async () => {
    const developer = await aMember(app, { project }, DEVELOPER);
    await owner.api.delete(`${packages()}/${packageId}`);
    const refused = await restore(developer.api);
    await owner.api.post(`projects/${project.id}/archive`);

    expect(refused.status).toBe(403);
    expect(await restore()).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The project is archived' },
    });
    expect((await owner.api.post(`${packages()}/999999/restore`)).status).toBe(404);
    expect((await owner.api.post(`${packages()}/999999/package_files/1/restore`)).status).toBe(404);
  });

  it('is 403, not 409, in an archived project where the version was published anew', async () => {
    await owner.api.delete(`${packages()}/${packageId}`);
    await upload(owner.api, genericPath(project.id));
    await owner.api.post(`projects/${project.id}/archive`);

    expect(await restore()).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The project is archived' },
    });
  });
});

describe('POST /projects/:id/packages/:package_id/package_files/:package_file_id/restore', () => {
  it('brings the file back', async () => {
    const files = `${packages()}/${packageId}/package_files`;
    const [file] = (await owner.api.get(files)).body;
    await owner.api.delete(`${files}/${file.id}`);
    const restored = await owner.api.post(`${files}/${file.id}/restore`);

    expect(restored).toMatchObject({ status: 200, body: file });
    expect((await owner.api.get(genericPath(project.id))).text).toBe('bytes');
    expect(await owner.api.post(`${files}/${file.id}/restore`)).toMatchObject({
      status: 404,
      body: { message: '404 Package File Not Found' },
    });
  });

  it('is 409 when a file of the name was published anew, as a package is', async () => {
    const files = `${packages()}/${packageId}/package_files`;
    const [file] = (await owner.api.get(files)).body;
    await owner.api.delete(`${files}/${file.id}`);
    await upload(owner.api, genericPath(project.id), 'anew');
    const refused = await owner.api.post(`${files}/${file.id}/restore`);
    const [anew] = (await owner.api.get(files)).body;
    await owner.api.delete(`${files}/${anew.id}`);

    expect(refused).toMatchObject({ status: 409, body: { message: '409 Conflict - the version exists' } });
    expect(await owner.api.post(`${files}/${file.id}/restore`)).toMatchObject({ status: 200, body: { id: file.id } });
  });

  it('brings back one of several files of a name that were there before', async () => {
    await upload(owner.api, genericPath(project.id), 'newest');
    const files = `${packages()}/${packageId}/package_files`;
    const [older, newest] = (await owner.api.get(files)).body;
    await owner.api.delete(`${files}/${older.id}`);
    await owner.api.delete(`${files}/${newest.id}`);

    expect(await owner.api.post(`${files}/${newest.id}/restore`)).toMatchObject({ status: 200 });
    expect(await owner.api.post(`${files}/${older.id}/restore`)).toMatchObject({ status: 200 });
    expect((await owner.api.get(genericPath(project.id))).text).toBe('newest');
  });
});
