import { digestOf, pushBlob, pushImage, putManifest, someBytes } from '../../builders/images.js';
import type { BuiltManifest } from '../../builders/images.js';
import { aMemberOf, aRegistryProject } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, MAINTAINER } from '../../support/levels.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const pathOf = ({ project }: RegistryProject) => `projects/${project.id}`;
const limit = (fixture: RegistryProject, bytes: number | null) =>
  app.admin.put(pathOf(fixture), { container_registry_size_limit: bytes });
const bytesOf = ({ blobs, bytes }: BuiltManifest) => blobs.reduce((sum, blob) => sum + blob.length, bytes.length);

async function space(fixture: RegistryProject) {
  const { body } = await fixture.owner.api.get(pathOf(fixture));
  return [body.container_registry_size, body.container_registry_size_limit];
}

describe('PUT /projects/:id with container_registry_size_limit', () => {
  it('is for administrators alone, and shown to Maintainers with the size in use', async () => {
    const fixture = await aRegistryProject(app);
    const image = await pushImage(fixture.registry, fixture.path, 'v1');

    const refused = await fixture.owner.api.put(pathOf(fixture), {
      container_registry_size_limit: 1,
      description: 'x',
    });
    const set = await limit(fixture, 12345);

    expect([refused.status, refused.body]).toEqual([403, { message: '403 Forbidden' }]);
    expect([set.status, set.body.description]).toEqual([200, null]);
    expect(set.body).toMatchObject({
      container_registry_size_limit: 12345,
      container_registry_size: bytesOf(image),
    });
    expect(await space(fixture)).toEqual([bytesOf(image), 12345]);
    const maintainer = await aMemberOf(app, fixture, MAINTAINER);
    const developer = await aMemberOf(app, fixture, DEVELOPER);
    expect((await maintainer.api.get(pathOf(fixture))).body).toHaveProperty('container_registry_size_limit', 12345);
    const seen = (await developer.api.get(pathOf(fixture))).body;
    expect(seen).not.toHaveProperty('container_registry_size_limit');
    expect(seen).not.toHaveProperty('container_registry_size');
  });

  it('takes a number of bytes, or null for none; absent it stays', async () => {
    const fixture = await aRegistryProject(app);
    await limit(fixture, 7);

    for (const bad of [-1, 'x', 1.5, 2 ** 53, '9007199254740993', '9223372036854775807']) {
      const answer = await app.admin.put(pathOf(fixture), { container_registry_size_limit: bad });
      expect([answer.status, Object.keys(answer.body.message)]).toEqual([400, ['container_registry_size_limit']]);
    }
    await app.admin.put(pathOf(fixture), { description: 'x' });
    expect(await space(fixture)).toEqual([0, 7]);
    expect((await limit(fixture, null)).body.container_registry_size_limit).toBeNull();
    expect(await space(fixture)).toEqual([0, null]);
  });

  it('writes an audit event', async () => {
    const fixture = await aRegistryProject(app);
    await limit(fixture, 9);

    const [event] = await app.sql<{ details: object }>(
      `select details from audit_events where entity_type = 'Project' and entity_id = $1 order by id desc limit 1`,
      [fixture.project.id],
    );
    expect(event!.details).toMatchObject({ change: 'container_registry_size_limit', from: null, to: 9 });
  });

  it('refuses the commit, mount or manifest that would exceed it, and accepts what is counted already', async () => {
    const fixture = await aRegistryProject(app);
    const source = await aRegistryProject(app, { visibility: 'public' });
    const big = someBytes(5000);
    const image = await pushImage(fixture.registry, fixture.path, 'v1');
    await pushBlob(source.registry, source.path, big);
    const held = bytesOf(image);
    await limit(fixture, held + 4999);
    const denied = {
      status: 403,
      body: { errors: [{ code: 'DENIED', message: `size limit of ${held + 4999} bytes exceeded` }] },
    };

    const digest = digestOf(big);
    expect(await fixture.registry.post(`${fixture.path}/blobs/uploads/?digest=${digest}`, { body: big })).toMatchObject(
      denied,
    );
    const opened = await fixture.registry.post(`${fixture.path}/blobs/uploads/`);
    const put = await fixture.registry.put(`${opened.headers.location}?digest=${digest}`, { body: big });
    expect(put).toMatchObject(denied);
    const mount = `${fixture.path}/blobs/uploads/?mount=${digest}&from=${source.path}`;
    expect(await fixture.registry.post(mount)).toMatchObject(denied);
    expect(await space(fixture)).toEqual([held, held + 4999]);
    expect((await putManifest(fixture.registry, fixture.path, 'again', image)).status).toBe(201);
    await pushBlob(fixture.registry, `${fixture.path}/other`, image.blobs[0]!);
    await pushBlob(fixture.registry, fixture.path, someBytes(4999));
    expect(await space(fixture)).toEqual([held + 4999, held + 4999]);
    const manifest = { ...image, bytes: Buffer.concat([image.bytes, Buffer.from(' ')]) };
    expect(await putManifest(fixture.registry, fixture.path, 'v2', manifest)).toMatchObject(denied);
  });

  it('counts all pushes under way when it is set', async () => {
    const fixture = await aRegistryProject(app);
    const pushes = Array.from({ length: 12 }, (_, index) =>
      pushBlob(fixture.registry, `${fixture.path}/r${index}`, someBytes(100)),
    );

    await limit(fixture, 1_000_000);
    await Promise.all(pushes);

    expect(await space(fixture)).toEqual([1200, 1_000_000]);
  });

  it('counts less after a deletion', async () => {
    const fixture = await aRegistryProject(app);
    const [kept, gone] = [await pushBlob(fixture.registry, fixture.path, someBytes(10)), someBytes(20)];
    await limit(fixture, 30);
    await pushBlob(fixture.registry, fixture.path, gone);

    await fixture.registry.delete(`${fixture.path}/blobs/${digestOf(gone)}`);

    expect(kept).toBeDefined();
    expect(await space(fixture)).toEqual([10, 30]);
  });
});
