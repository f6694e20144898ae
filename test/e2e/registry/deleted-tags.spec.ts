import { anImage, digestOf, pushImage, putManifest } from '../../builders/images.js';
import { aMemberOf, aRegistryProject, registryAs } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

const GUEST = 10;
const REPORTER = 20;
const DEVELOPER = 30;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Place extends RegistryProject {
  readonly name: string;
  /** Path of the repository in the API. */
  readonly repository: string;
}

async function aRepository(fields: object = {}): Promise<Place> {
  const place = await aRegistryProject(app, fields);
  const name = `${place.path}/app`;
  await pushImage(place.registry, name, 'v1', anImage({ created: '2024-05-06T07:08:09Z' }));
  const { body } = await place.owner.api.get(`projects/${place.project.id}/registry/repositories`);
  return { ...place, name, repository: `projects/${place.project.id}/registry/repositories/${body[0].id}` };
}

const listOf = async ({ repository, owner }: Place, api: ApiClient = owner.api) =>
  (await api.get(`${repository}/deleted_tags`)).body;
const restore = ({ repository, owner }: Place, tag: string, api: ApiClient = owner.api) =>
  api.post(`${repository}/deleted_tags/${tag}/restore`);

describe('GET deleted_tags', () => {
  it('lists what was deleted and overwritten, newest first, with who did it', async () => {
    const place = await aRepository();
    const first = (await place.registry.head(`${place.name}/manifests/v1`)).headers['docker-content-digest'];
    const second = await pushImage(place.registry, place.name, 'v1', anImage());
    const developer = await aMemberOf(app, place, DEVELOPER);
    await developer.api.delete(`${place.repository}/tags/v1`);

    const body = await listOf(place);

    expect(body).toEqual([
      {
        name: 'v1',
        digest: second.digest,
        reason: 'deleted',
        deleted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        restorable_until: expect.any(String),
        deleted_by: expect.objectContaining({ id: developer.id, username: developer.username }),
      },
      expect.objectContaining({
        name: 'v1',
        digest: first,
        reason: 'overwritten',
        deleted_by: expect.objectContaining({ id: place.owner.id }),
      }),
    ]);
    expect(Date.parse(body[0].restorable_until) - Date.parse(body[0].deleted_at)).toBe(24 * 3600 * 1000);
  });

  it('holds what every kind of delete removed', async () => {
    const place = await aRepository();
    const image = await pushImage(place.registry, place.name, 'by-tag');
    for (const tag of ['by-digest', 'by-reference', 'by-rest', 'in-bulk']) {
      await putManifest(place.registry, place.name, tag, image);
    }
    const other = await pushImage(place.registry, place.name, 'by-manifest');
    await place.registry.delete(`${place.name}/manifests/by-tag`);
    await place.registry.delete(`${place.name}/tags/reference/by-reference`);
    await place.owner.api.delete(`${place.repository}/tags/by-rest`);
    await place.owner.api.delete(`${place.repository}/tags`, { name_regex_delete: 'in-bulk' });
    await app.drainJobs();
    await place.registry.delete(`${place.name}/manifests/${other.digest}`);

    const names = (await listOf(place)).map(({ name }: { name: string }) => name);

    // a manifest that was deleted itself cannot come back
    expect(names).toEqual(['in-bulk', 'by-rest', 'by-reference', 'by-tag']);
  });

  it('is paged by number and by keyset', async () => {
    const place = await aRepository();
    const image = await pushImage(place.registry, place.name, 'a');
    for (const tag of ['b', 'c']) {
      await putManifest(place.registry, place.name, tag, image);
    }
    for (const tag of ['a', 'b', 'c']) {
      await place.owner.api.delete(`${place.repository}/tags/${tag}`);
    }

    const second = await place.owner.api.get(`${place.repository}/deleted_tags?per_page=2&page=2`);
    const keyset = await place.owner.api.get(
      `${place.repository}/deleted_tags?pagination=keyset&order_by=id&sort=asc&per_page=2`,
    );

    expect([second.headers.get('x-total'), second.body[0].name]).toEqual(['3', 'a']);
    expect(keyset.body.map(({ name }: { name: string }) => name)).toEqual(['a', 'b']);
    expect(keyset.headers.get('link')).toContain('rel="next"');
  });

  it('is for Reporters', async () => {
    const place = await aRepository();
    const [guest, reporter] = [await aMemberOf(app, place, GUEST), await aMemberOf(app, place, REPORTER)];

    expect((await reporter.api.get(`${place.repository}/deleted_tags`)).body).toEqual([]);
    expect(await guest.api.get(`${place.repository}/deleted_tags`)).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden' },
    });
    expect(await app.anonymous.get(`${place.repository}/deleted_tags`)).toMatchObject({
      status: 404,
      body: { message: '404 Project Not Found' },
    });
  });

  it('is 404 for a repository of another project', async () => {
    const [place, other] = [await aRepository(), await aRegistryProject(app)];
    const id = place.repository.split('/').at(-1)!;
    const path = `projects/${other.project.id}/registry/repositories/${id}/deleted_tags`;

    expect((await other.owner.api.get(path)).body).toEqual({ message: '404 Repository Not Found' });
    expect((await other.owner.api.post(`${path}/v1/restore`)).body).toEqual({ message: '404 Repository Not Found' });
  });
});

describe('POST deleted_tags/:tag_name/restore', () => {
  it('puts back the newest deletion of the name, for a Developer, and it can be pulled', async () => {
    const place = await aRepository();
    const developer = await aMemberOf(app, place, DEVELOPER);
    await place.owner.api.delete(`${place.repository}/tags/v1`);
    const image = await pushImage(place.registry, place.name, 'v1', anImage({ created: '2024-01-02T03:04:05Z' }));
    await place.owner.api.delete(`${place.repository}/tags/v1`);

    const restored = await restore(place, 'v1', developer.api);

    const shown = await place.owner.api.get(`${place.repository}/tags/v1`);
    expect([restored.status, restored.body]).toEqual([201, shown.body]);
    expect(shown.body).toMatchObject({ digest: image.digest, created_at: '2024-01-02T03:04:05.000+00:00' });
    const pulled = await registryAs(app, developer).get(`${place.name}/manifests/v1`);
    expect(digestOf(pulled.bytes)).toBe(image.digest);
    expect((await listOf(place)).map(({ reason }: { reason: string }) => reason)).toEqual(['deleted']);
  });

  it('is an audit event', async () => {
    const place = await aRepository();
    await place.owner.api.delete(`${place.repository}/tags/v1`);
    await restore(place, 'v1');

    const events = await app.sql<{ details: { custom_message?: string; target_details: string } }>(
      `select details from audit_events where entity_type = 'Project' and entity_id = $1 order by id desc limit 1`,
      [place.project.id],
    );
    expect(events[0]!.details).toMatchObject({
      custom_message: 'Image tag restored',
      target_details: `${place.name}:v1`,
    });
  });

  it('is 409 while the name is in use', async () => {
    const place = await aRepository();
    await place.owner.api.delete(`${place.repository}/tags/v1`);
    await pushImage(place.registry, place.name, 'v1');

    expect(await restore(place, 'v1')).toMatchObject({
      status: 409,
      body: { message: '409 Conflict - tag exists' },
    });
  });

  it('is 404 for what was never deleted, was restored, or was collected', async () => {
    const place = await aRepository();
    await pushImage(place.registry, place.name, 'keep');
    await place.owner.api.delete(`${place.repository}/tags/v1`);

    const never = await restore(place, 'never');
    await app.admin.post('registry/gc', { grace: 0 });
    await app.drainJobs();
    const collected = await restore(place, 'v1');

    for (const answer of [never, collected]) {
      expect(answer).toMatchObject({ status: 404, body: { message: '404 Tag Not Found' } });
    }
    expect(await listOf(place)).toEqual([]);
  });

  it('by several at once succeeds once', async () => {
    const place = await aRepository();
    await place.owner.api.delete(`${place.repository}/tags/v1`);

    const answers = await Promise.all(Array.from({ length: 6 }, () => restore(place, 'v1')));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('is refused below Developer and in an archived project', async () => {
    const place = await aRepository();
    const reporter = await aMemberOf(app, place, REPORTER);
    await place.owner.api.delete(`${place.repository}/tags/v1`);

    expect((await restore(place, 'v1', reporter.api)).body).toEqual({ message: '403 Forbidden' });
    await place.owner.api.post(`projects/${place.project.id}/archive`);
    expect(await restore(place, 'v1')).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The project is archived' },
    });
  });
});
