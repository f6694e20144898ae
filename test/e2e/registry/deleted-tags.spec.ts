import { anImage, digestOf, pushImage, putManifest } from '../../builders/images.js';
import { aMemberOf, aRegistryProject, registryAs } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, GUEST, REPORTER } from '../../support/levels.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface RepositoryFixture extends RegistryProject {
  readonly name: string;
  /** Path of the repository in the API. */
  readonly repository: string;
}

async function aRepository(fields: object = {}): Promise<RepositoryFixture> {
  const fixture = await aRegistryProject(app, fields);
  const name = `${fixture.path}/app`;
  await pushImage(fixture.registry, name, 'v1', anImage({ created: '2024-05-06T07:08:09Z' }));
  const { body } = await fixture.owner.api.get(`projects/${fixture.project.id}/registry/repositories`);
  return { ...fixture, name, repository: `projects/${fixture.project.id}/registry/repositories/${body[0].id}` };
}

const listOf = async ({ repository, owner }: RepositoryFixture, api: ApiClient = owner.api) =>
  (await api.get(`${repository}/deleted_tags`)).body;
const restore = ({ repository, owner }: RepositoryFixture, tag: string, api: ApiClient = owner.api) =>
  api.post(`${repository}/deleted_tags/${tag}/restore`);

describe('GET /projects/:id/registry/repositories/:repository_id/deleted_tags', () => {
  it('lists what was deleted and overwritten, newest first, with who did it', async () => {
    const fixture = await aRepository();
    const first = (await fixture.registry.head(`${fixture.name}/manifests/v1`)).headers['docker-content-digest'];
    const second = await pushImage(fixture.registry, fixture.name, 'v1', anImage());
    const developer = await aMemberOf(app, fixture, DEVELOPER);
    await developer.api.delete(`${fixture.repository}/tags/v1`);

    const body = await listOf(fixture);

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
        deleted_by: expect.objectContaining({ id: fixture.owner.id }),
      }),
    ]);
    expect(Date.parse(body[0].restorable_until) - Date.parse(body[0].deleted_at)).toBe(24 * 3600 * 1000);
  });

  it('lists the tags of every kind of delete', async () => {
    const fixture = await aRepository();
    const image = await pushImage(fixture.registry, fixture.name, 'by-tag');
    for (const tag of ['by-digest', 'by-reference', 'by-rest', 'in-bulk']) {
      await putManifest(fixture.registry, fixture.name, tag, image);
    }
    const other = await pushImage(fixture.registry, fixture.name, 'by-manifest');
    await fixture.registry.delete(`${fixture.name}/manifests/by-tag`);
    await fixture.registry.delete(`${fixture.name}/tags/reference/by-reference`);
    await fixture.owner.api.delete(`${fixture.repository}/tags/by-rest`);
    await fixture.owner.api.delete(`${fixture.repository}/tags`, { name_regex_delete: 'in-bulk' });
    await app.drainJobs();
    await fixture.registry.delete(`${fixture.name}/manifests/${other.digest}`);

    const names = (await listOf(fixture)).map(({ name }: { name: string }) => name);

    // a manifest that was deleted itself cannot come back
    expect(names).toEqual(['in-bulk', 'by-rest', 'by-reference', 'by-tag']);
  });

  it('is paged by number and by keyset', async () => {
    const fixture = await aRepository();
    const image = await pushImage(fixture.registry, fixture.name, 'a');
    for (const tag of ['b', 'c']) {
      await putManifest(fixture.registry, fixture.name, tag, image);
    }
    for (const tag of ['a', 'b', 'c']) {
      await fixture.owner.api.delete(`${fixture.repository}/tags/${tag}`);
    }

    const second = await fixture.owner.api.get(`${fixture.repository}/deleted_tags?per_page=2&page=2`);
    const keyset = await fixture.owner.api.get(
      `${fixture.repository}/deleted_tags?pagination=keyset&order_by=id&sort=asc&per_page=2`,
    );

    expect([second.headers.get('x-total'), second.body[0].name]).toEqual(['3', 'a']);
    expect(keyset.body.map(({ name }: { name: string }) => name)).toEqual(['a', 'b']);
    expect(keyset.headers.get('link')).toContain('rel="next"');
  });

  it('answers 403 below Reporter', async () => {
    const fixture = await aRepository();
    const [guest, reporter] = [await aMemberOf(app, fixture, GUEST), await aMemberOf(app, fixture, REPORTER)];

    expect((await reporter.api.get(`${fixture.repository}/deleted_tags`)).body).toEqual([]);
    expect(await guest.api.get(`${fixture.repository}/deleted_tags`)).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden' },
    });
    expect(await app.anonymous.get(`${fixture.repository}/deleted_tags`)).toMatchObject({
      status: 404,
      body: { message: '404 Project Not Found' },
    });
  });

  it('answers 404 for a repository of another project', async () => {
    const [fixture, other] = [await aRepository(), await aRegistryProject(app)];
    const id = fixture.repository.split('/').at(-1)!;
    const path = `projects/${other.project.id}/registry/repositories/${id}/deleted_tags`;

    expect((await other.owner.api.get(path)).body).toEqual({ message: '404 Repository Not Found' });
    expect((await other.owner.api.post(`${path}/v1/restore`)).body).toEqual({ message: '404 Repository Not Found' });
  });
});

describe('POST /projects/:id/registry/repositories/:repository_id/deleted_tags/:tag_name/restore', () => {
  it('puts back the newest deletion of the name, for a Developer, and it can be pulled', async () => {
    const fixture = await aRepository();
    const developer = await aMemberOf(app, fixture, DEVELOPER);
    await fixture.owner.api.delete(`${fixture.repository}/tags/v1`);
    const image = await pushImage(fixture.registry, fixture.name, 'v1', anImage({ created: '2024-01-02T03:04:05Z' }));
    await fixture.owner.api.delete(`${fixture.repository}/tags/v1`);

    const restored = await restore(fixture, 'v1', developer.api);

    const shown = await fixture.owner.api.get(`${fixture.repository}/tags/v1`);
    expect([restored.status, restored.body]).toEqual([201, shown.body]);
    expect(shown.body).toMatchObject({ digest: image.digest, created_at: '2024-01-02T03:04:05.000+00:00' });
    const pulled = await registryAs(app, developer).get(`${fixture.name}/manifests/v1`);
    expect(digestOf(pulled.bytes)).toBe(image.digest);
    expect((await listOf(fixture)).map(({ reason }: { reason: string }) => reason)).toEqual(['deleted']);
  });

  it('writes an audit event', async () => {
    const fixture = await aRepository();
    await fixture.owner.api.delete(`${fixture.repository}/tags/v1`);
    await restore(fixture, 'v1');

    const events = await app.sql<{ details: { custom_message?: string; target_details: string } }>(
      `select details from audit_events where entity_type = 'Project' and entity_id = $1 order by id desc limit 1`,
      [fixture.project.id],
    );
    expect(events[0]!.details).toMatchObject({
      custom_message: 'Image tag restored',
      target_details: `${fixture.name}:v1`,
    });
  });

  it('answers 409 while the name is in use', async () => {
    const fixture = await aRepository();
    await fixture.owner.api.delete(`${fixture.repository}/tags/v1`);
    await pushImage(fixture.registry, fixture.name, 'v1');

    expect(await restore(fixture, 'v1')).toMatchObject({
      status: 409,
      body: { message: '409 Conflict - tag exists' },
    });
  });

  it('answers 404 for a tag that was never deleted, was restored, or was collected', async () => {
    const fixture = await aRepository();
    await pushImage(fixture.registry, fixture.name, 'keep');
    await fixture.owner.api.delete(`${fixture.repository}/tags/v1`);

    const never = await restore(fixture, 'never');
    await app.admin.post('registry/gc', { grace: 0 });
    await app.drainJobs();
    const collected = await restore(fixture, 'v1');

    for (const answer of [never, collected]) {
      expect(answer).toMatchObject({ status: 404, body: { message: '404 Tag Not Found' } });
    }
    expect(await listOf(fixture)).toEqual([]);
  });

  it('succeeds once for several at once', async () => {
    const fixture = await aRepository();
    await fixture.owner.api.delete(`${fixture.repository}/tags/v1`);

    const answers = await Promise.all(Array.from({ length: 6 }, () => restore(fixture, 'v1')));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('answers 403 below Developer and in an archived project, where a tag that was never deleted is 404', async () => {
    const fixture = await aRepository();
    const reporter = await aMemberOf(app, fixture, REPORTER);
    await fixture.owner.api.delete(`${fixture.repository}/tags/v1`);

    expect((await restore(fixture, 'v1', reporter.api)).body).toEqual({ message: '403 Forbidden' });
    await fixture.owner.api.post(`projects/${fixture.project.id}/archive`);
    expect(await restore(fixture, 'v1')).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The project is archived' },
    });
    expect(await restore(fixture, 'never')).toMatchObject({ status: 404, body: { message: '404 Tag Not Found' } });
  });

  it('answers 403, not 409, in an archived project where the name is in use again', async () => {
    const fixture = await aRepository();
    await fixture.owner.api.delete(`${fixture.repository}/tags/v1`);
    await restore(fixture, 'v1');
    const inUse = await restore(fixture, 'v1');
    await fixture.owner.api.post(`projects/${fixture.project.id}/archive`);

    expect(inUse.status).toBe(409);
    expect(await restore(fixture, 'v1')).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The project is archived' },
    });
  });
});
