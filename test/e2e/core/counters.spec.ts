import { CountersRepository } from '../../../src/platform/counters/counters.repository.js';
import { anImage, digestOf, pushBlob, pushImage, someBytes } from '../../builders/images.js';
import { aRegistryProject } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { COUNTER_FAULTS } from '../../support/counter-faults.js';
import { ended } from '../../support/operations.js';
import { until } from '../../support/until.js';

const WORKERS = 6;
const TURNS = 25;
const LAYERS = Array.from({ length: 4 }, (_none, index) => someBytes(500 + index));
const TAGS = ['a', 'b', 'c', 'd'];

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const faults = () => app.sql(COUNTER_FAULTS);
const fold = (limit = 1000) => app.app.get(CountersRepository).fold(limit);
const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!;
/** Projects and repositories may have the same id: a counter's name says whose it is. */
const counterOf = (ownerId: number, name: string) =>
  app.sql<{ value: number }>('select value from counters where owner_id = $1 and name = $2', [ownerId, name]);

/** One random change of what is counted; refusals are part of it, faults of the service are not. */
async function change({ registry, path, owner, project }: RegistryProject): Promise<void> {
  const repository = `${path}/${pick(['x', 'y', 'z'])}`;
  const content = `projects/${project.id}/registry/repositories`;
  const answered = await pick([
    () => pushImage(registry, repository, pick(TAGS), anImage({ layers: [pick(LAYERS), pick(LAYERS)] })),
    () => pushImage(registry, repository, pick(TAGS), anImage({ layers: [someBytes(), pick(LAYERS)] })),
    () => pushBlob(registry, repository, pick(LAYERS)),
    () => registry.delete(`${repository}/manifests/${pick(TAGS)}`),
    () => registry.delete(`${repository}/blobs/${digestOf(pick(LAYERS))}`),
    async () => {
      const { body } = await registry.get(`${repository}/manifests/${pick(TAGS)}`);
      const digest = body.config === undefined ? undefined : digestOf(JSON.stringify(body));
      return registry.delete(`${repository}/manifests/${digest ?? pick(TAGS)}`);
    },
    async () => {
      const [found] = (await owner.api.get(content)).body;
      return found === undefined ? undefined : owner.api.delete(`${content}/${found.id}`);
    },
    async () => {
      const files = [{ file_path: 'a.txt', content: 'x'.repeat(pick([10, 5000])) }];
      return owner.api.post(`projects/${project.id}/snippets`, { title: 'x', visibility: 'private', files });
    },
    async () => {
      const [found] = (await owner.api.get(`projects/${project.id}/snippets`)).body;
      return found === undefined ? undefined : owner.api.delete(`projects/${project.id}/snippets/${found.id}`);
    },
    () => fold(pick([1, 3, 1000])),
  ])().catch((error: unknown) => {
    // a push into a repository whose deletion has begun is refused
    expect(String(error)).toMatch(/Not pushed: 40[0-9]/);
  });
  if (typeof answered === 'object' && 'status' in answered) {
    expect(answered.status).toBeLessThan(500);
  }
}

describe('counters', () => {
  it('say what a plain count says, after changes that race with each other, folded or not', async () => {
    const fixture = await aRegistryProject(app);
    const work = async (): Promise<void> => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        await change(fixture);
      }
    };

    await Promise.all(Array.from({ length: WORKERS }, work));

    expect(await faults()).toEqual([]);
    await until(async () => {
      await fold(); // what jobs remove meanwhile is counted, too
      return (await app.sql('select from counter_changes')).length === 0 || null;
    });
    expect(await faults()).toEqual([]);
    const { body } = await app.admin.post('registry/gc', { grace: 0 });
    expect((await ended(app.admin, body.operation.id)).state).toBe('finished');
    expect(await faults()).toEqual([]);
  });

  it('are gone with what they count for', async () => {
    const fixture = await aRegistryProject(app);
    await pushImage(fixture.registry, `${fixture.path}/x`, 'a', anImage({ layers: LAYERS }));
    await pushImage(fixture.registry, `${fixture.path}/y`, 'a', anImage({ layers: LAYERS }));
    await fold();
    const [first] = await app.sql<{ id: number }>(
      'select min(id) as id from container_repositories where project_id = $1',
      [fixture.project.id],
    );
    const id = first!.id;
    expect(await counterOf(fixture.project.id, 'container_bytes')).toHaveLength(1);
    expect(await counterOf(id, 'container_tags')).toEqual([{ value: 1 }]);

    await app.sql('delete from projects where id = $1', [fixture.project.id]);

    expect(await faults()).toEqual([]);
    await fold();
    expect(await app.sql('select from container_contents where project_id = $1', [fixture.project.id])).toEqual([]);
    expect(await counterOf(fixture.project.id, 'container_bytes')).toEqual([]);
    expect(await counterOf(id, 'container_tags')).toEqual([]);
  });

  it('forget a snippet that is measured for the first time while it is deleted', async () => {
    const { owner, project } = await aRegistryProject(app);
    const files = [{ file_path: 'a.txt', content: 'x' }];
    const { body: snippet } = await owner.api.post(`projects/${project.id}/snippets`, { title: 'x', files });
    await app.drainJobs();
    await app.sql('update repositories set size_bytes = 0 where snippet_id = $1', [snippet.id]);
    await app.sql('begin');
    await app.sql('update repositories set size_bytes = 500 where snippet_id = $1', [snippet.id]);
    const deleted = owner.api.delete(`projects/${project.id}/snippets/${snippet.id}`);
    await until(async () => (await app.sql('select from pg_locks where not granted')).length > 0);
    await app.sql('commit');

    expect((await deleted).status).toBe(204);
    expect(await faults()).toEqual([]);
  });

  it('keep nothing of a transaction that is rolled back', async () => {
    const fixture = await aRegistryProject(app);
    await app.admin.put(`projects/${fixture.project.id}`, { container_registry_size_limit: 600 });
    await pushBlob(fixture.registry, `${fixture.path}/x`, someBytes(550));

    await expect(pushBlob(fixture.registry, `${fixture.path}/x`, someBytes(550))).rejects.toThrow('Not pushed: 403');

    const { body } = await fixture.owner.api.get(`projects/${fixture.project.id}`);
    expect(body.container_registry_size).toBe(550);
    expect(await faults()).toEqual([]);
  });
});
