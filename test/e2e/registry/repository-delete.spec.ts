import { Dispatcher } from '../../../src/platform/queue/dispatcher.js';
import { anImage, anIndex, pushImage, putManifest } from '../../builders/images.js';
import { aMember, aProject, aUser } from '../../builders/records.js';
import { aRegistryProject } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { aStoredRepository, storeManyTags, storeTags, tagNames } from '../../builders/stored-images.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ended } from '../../support/operations.js';
import { DEVELOPER, MAINTAINER } from '../../support/levels.js';
import { holdDeletionsOfTags } from '../../support/held-deletions.js';
import { until } from '../../support/until.js';

let app: TestApp;
let fixture: RegistryProject;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  fixture = await aRegistryProject(app);
});
afterAll(() => app.close());
afterEach(() => app.app.get(Dispatcher).stop(1000));

const pathOf = (id: number, projectId = fixture.project.id) => `projects/${projectId}/registry/repositories/${id}`;
const work = () => app.app.get(Dispatcher).start();

async function idOf(name: string): Promise<number> {
  const [row] = await app.sql<{ id: number }>(
    `select id from container_repositories where project_id = $1 and name = $2 order by id desc limit 1`,
    [fixture.project.id, name],
  );
  return row!.id;
}

async function statusOf(id: number): Promise<string | null | undefined> {
  const { status, body } = await fixture.owner.api.get(`registry/repositories/${id}`);
  return status === 404 ? undefined : body.status;
}

describe('DELETE /projects/:id/registry/repositories/:repository_id', () => {
  it('hides it from /v2 at once, and removes it by a job', async () => {
    const name = `${fixture.path}/going`;
    const client = fixture.registry;
    const image = await pushImage(client, name, 'v1');
    const index = anIndex([image]);
    await putManifest(client, name, 'multi', index);
    const id = await idOf('going');

    const answer = await fixture.owner.api.delete(pathOf(id));
    const again = await fixture.owner.api.delete(pathOf(id));
    const pull = await client.get(`${name}/manifests/v1`);
    const shown = await statusOf(id);
    work();
    const operation = await ended(fixture.owner.api, answer.body.operation.id);

    expect(answer).toMatchObject({
      status: 202,
      body: { message: '202 Accepted', operation: { kind: 'registry_repository_delete', state: 'scheduled' } },
    });
    expect(answer.headers.get('location')).toBe(`${app.url}/api/v4/operations/${answer.body.operation.id}`);
    expect(again).toMatchObject({ status: 202, body: { operation: { id: answer.body.operation.id } } });
    expect(pull).toMatchObject({ status: 404, body: { errors: [{ code: 'NAME_UNKNOWN' }] } });
    expect(shown).toBe('delete_scheduled');
    expect(operation).toMatchObject({
      state: 'finished',
      progress: { done: 2, total: 2 },
      result: { deleted_count: 2, kept_count: 0 },
    });
    expect(await statusOf(id)).toBeUndefined();
    expect(await fixture.owner.api.delete(pathOf(id))).toMatchObject({
      status: 404,
      body: { message: '404 Repository Not Found' },
    });
    const left = await app.sql(
      `select 1 from container_manifests where repository_id = $1 union all
       select 1 from container_manifest_refs where repository_id = $1 union all
       select 1 from container_blob_links where repository_id = $1`,
      [id],
    );
    expect(left).toEqual([]);
    const blobs = await app.sql<{ unlinked_at: Date | null }>(
      `select unlinked_at from container_blobs b where not exists (select 1 from container_blob_links l where l.blob_id = b.id)`,
    );
    expect(blobs.map(({ unlinked_at }) => unlinked_at === null)).toEqual([false, false, false]);
  });

  it('lets a push to the same path start a new repository', async () => {
    const name = `${fixture.path}/again`;
    const image = await pushImage(fixture.registry, name, 'v1');
    const old = await idOf('again');
    await fixture.owner.api.delete(pathOf(old));
    await pushImage(fixture.registry, name, 'v2', image);
    const created = await idOf('again');
    work();
    await app.drainJobs();

    expect(created).not.toBe(old);
    expect(await statusOf(old)).toBeUndefined();
    expect(await statusOf(created)).toBeNull();
    expect((await fixture.registry.get(`${name}/tags/list`)).body.tags).toEqual(['v2']);
    expect((await fixture.registry.get(`${name}/blobs/${image.descriptor.digest}`)).status).toBe(404);
    expect((await fixture.registry.get(`${name}/manifests/${image.digest}`)).status).toBe(200);
  });

  it('waits for pushes under way, none of which is torn', async () => {
    const name = `${fixture.path}/busy`;
    const images = Array.from({ length: 6 }, () => anImage());
    await pushImage(fixture.registry, name, 'first', images[0]);
    const id = await idOf('busy');
    work();

    const answers = await Promise.all([
      ...images.map((image, index) => pushImage(fixture.registry, name, `v${index}`, image).catch(() => null)),
      fixture.owner.api.delete(pathOf(id)),
    ]);
    await app.drainJobs();
    const { body } = await fixture.registry.get(`${name}/tags/list`);

    expect(answers.at(-1)).toMatchObject({ status: 202 });
    expect(await statusOf(id)).toBeUndefined();
    for (const tag of body.tags ?? []) {
      const manifest = await fixture.registry.get(`${name}/manifests/${tag}`);
      for (const { digest } of [manifest.body.config, ...manifest.body.layers]) {
        expect((await fixture.registry.head(`${name}/blobs/${digest}`)).status).toBe(200);
      }
    }
  });

  it('requires Maintainer of a live project, and one of its own repositories', async () => {
    const { id } = await aStoredRepository(app, fixture.project.id);
    const developer = await aMember(app, { project: fixture.project }, DEVELOPER);
    const maintainer = await aMember(app, { project: fixture.project }, MAINTAINER);
    const stranger = await aUser(app);
    const other = await aProject(fixture.owner.api);
    const archived = await aProject(fixture.owner.api);
    const kept = await aStoredRepository(app, archived.id);
    await fixture.owner.api.post(`projects/${archived.id}/archive`);

    expect((await developer.api.delete(pathOf(id))).status).toBe(403);
    expect((await stranger.api.delete(pathOf(id))).body).toEqual({ message: '404 Project Not Found' });
    expect((await app.anonymous.delete(pathOf(id))).status).toBe(404);
    expect((await fixture.owner.api.delete(pathOf(id, other.id))).body).toEqual({
      message: '404 Repository Not Found',
    });
    expect((await fixture.owner.api.delete(pathOf(kept.id, archived.id))).body).toEqual({
      message: '403 Forbidden - The project is archived',
    });
    expect((await maintainer.api.delete(pathOf(id))).status).toBe(202);
  });

  it('compares If-Match with the repository', async () => {
    const name = `${fixture.path}/seen`;
    await pushImage(fixture.registry, name, 'v1');
    const id = await idOf('seen');
    const etag = (await fixture.owner.api.get(`registry/repositories/${id}`)).headers.get('etag')!;
    await pushImage(fixture.registry, name, 'v2');
    const fresh = (await fixture.owner.api.get(`registry/repositories/${id}`)).headers;
    const remove = (header: string, value: string) =>
      fixture.owner.api.delete(pathOf(id), undefined, { headers: { [header]: value } });

    const stale = await remove('If-Match', etag);
    const old = await remove('If-Unmodified-Since', new Date(Date.now() - 3600_000).toUTCString());

    expect([stale.status, old.status]).toEqual([412, 412]);
    expect(old.body).toEqual({ message: '412 Precondition Failed' });
    expect(await statusOf(id)).toBeNull();
    expect((await remove('If-Unmodified-Since', fresh.get('last-modified')!)).status).toBe(202);
    expect(
      (await fixture.owner.api.delete(pathOf(99999999), undefined, { headers: { 'If-Match': etag } })).status,
    ).toBe(404);
  });

  it('is refused while a rule holds one of its tags', async () => {
    const { id, name } = await aStoredRepository(app, fixture.project.id);
    await storeTags(app, id, [{ name: 'a' }, { name: 'release-1' }]);
    await app.sql(
      `insert into container_tag_rules (project_id, tag_pattern, repository_pattern) values ($1, 'release-.*', $2)`,
      [fixture.project.id, name],
    );

    const refused = await fixture.owner.api.delete(pathOf(id));
    await app.sql(`delete from container_tags where repository_id = $1 and name = 'release-1'`, [id]);

    expect(refused).toMatchObject({ status: 403, body: { message: '403 Forbidden - tag is immutable' } });
    expect((await fixture.owner.api.delete(pathOf(id))).status).toBe(202);
  });

  it('can be canceled: the remaining tags stay', async () => {
    const { id } = await aStoredRepository(app, fixture.project.id);
    await storeTags(app, id, [{ name: 'a' }]);
    const { body } = await fixture.owner.api.delete(pathOf(id));
    await fixture.owner.api.post(`operations/${body.operation.id}/cancel`);
    work();
    await app.drainJobs();

    expect(await statusOf(id)).toBeNull();
    expect(await tagNames(app, id)).toEqual(['a']);
    expect((await fixture.owner.api.delete(pathOf(id))).body.operation.id).not.toBe(body.operation.id);
  });

  it('leaves a canceled repository failed when its name was taken meanwhile', async () => {
    const { id, name } = await aStoredRepository(app, fixture.project.id);
    await storeTags(app, id, [{ name: 'a' }]);
    const { body } = await fixture.owner.api.delete(pathOf(id));
    await aStoredRepository(app, fixture.project.id, name);
    await fixture.owner.api.post(`operations/${body.operation.id}/cancel`);
    work();
    await app.drainJobs();

    expect(await statusOf(id)).toBe('delete_failed');
  });

  it('leaves it failed after five tries, and deletes it when asked again', async () => {
    const { id } = await aStoredRepository(app, fixture.project.id);
    await storeTags(app, id, [{ name: 'a' }, { name: 'stuck' }]);
    await app.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$`);
    await app.sql(`create trigger stuck before delete on container_tags for each row execute function refuse()`);
    const { body } = await fixture.owner.api.delete(pathOf(id));
    work();
    for (let tries = 0; tries < 5;) {
      const [job] = await app.sql<{ attempts: number; dead: boolean }>(
        `update jobs set run_at = now() where leased_by is null and name = 'registry.delete-repository'
         returning attempts, dead_at is not null as dead`,
      );
      tries = job?.dead ? 5 : (job?.attempts ?? tries);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const failed = await ended(fixture.owner.api, body.operation.id);
    const status = await statusOf(id);
    await app.sql(`drop trigger stuck on container_tags`);
    const again = await fixture.owner.api.delete(pathOf(id));
    const done = await ended(fixture.owner.api, again.body.operation.id);

    expect(failed).toMatchObject({ state: 'failed', error: expect.not.stringContaining('stuck') });
    expect(status).toBe('delete_failed');
    expect(again.status).toBe(202);
    expect(done.state).toBe('finished');
    expect(await statusOf(id)).toBeUndefined();
  }, 240_000);

  it('continues in another process', async () => {
    const { id } = await aStoredRepository(app, fixture.project.id);
    await storeManyTags(app, id, 8000);
    const isBegun = `(select count(*) from container_tags where repository_id = ${id}) < 8000`;
    const letGo = await holdDeletionsOfTags(app, isBegun);
    const { body } = await fixture.owner.api.delete(pathOf(id));
    work();
    await until(async () => (await app.sql(`select where ${isBegun}`)).length === 1);
    const stopped = app.app.get(Dispatcher).stop(0);
    await letGo();
    await stopped;
    const half = (await tagNames(app, id)).length;
    const secondInstance = await app.secondInstance();
    secondInstance.app.get(Dispatcher).start();
    const operation = await ended(fixture.owner.api, body.operation.id);
    await secondInstance.close();

    expect(half).toBeGreaterThan(0);
    expect(operation).toMatchObject({
      state: 'finished',
      progress: { done: 8000, total: 8000 },
      result: { deleted_count: 8000, kept_count: 0 },
    });
    expect(await statusOf(id)).toBeUndefined();
  }, 240_000);
});
