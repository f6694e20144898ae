import { Env } from '../../../src/platform/config/env.js';
import { Dispatcher } from '../../../src/platform/queue/dispatcher.js';
import { aRegistryProject } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { aStoredRepository, storeManyTags } from '../../builders/stored-images.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ended } from '../../support/operations.js';
import { testConnection } from '../../support/postgres.js';
import { startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { holdDeletionsOfTags } from '../../support/held-deletions.js';

const MOST = 20_000;
/** Enough that a worker can go in the middle. */
const MANY = 15_000;
const PATIENCE_MS = 240_000;

let app: TestApp;
let fixture: RegistryProject;
beforeEach(async () => {
  app = await startApp({ jobs: false });
  fixture = await aRegistryProject(app);
});
afterEach(() => app.close());

const tagsPath = (repositoryId: number) => `projects/${fixture.project.id}/registry/repositories/${repositoryId}/tags`;

async function aRepositoryOf(tags: number): Promise<number> {
  const { id } = await aStoredRepository(app, fixture.project.id);
  await storeManyTags(app, id, tags);
  await app.sql('analyze');
  return id;
}

async function countTags(id: number): Promise<number> {
  const [row] = await app.sql<{ count: number }>('select count(*)::int from container_tags where repository_id = $1', [
    id,
  ]);
  return row!.count;
}

const doneOf = async (): Promise<number> =>
  (await app.sql<{ done: number }>('select done from container_cleanup_plans where operation_id is not null'))[0]!.done;

/** Calls again and again until told to stop; answers how often it was answered. */
function repeated(call: () => Promise<unknown>): () => Promise<number> {
  const state = { stopped: false, answered: 0 };
  const loop = (async () => {
    while (!state.stopped) {
      await call();
      state.answered += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return async () => {
    state.stopped = true;
    await loop;
    return state.answered;
  };
}

describe('DELETE /projects/:id/registry/repositories/:repository_id/tags of 19,000 of 20,000 tags', () => {
  it(
    'reports its progress and its result, while the list of tags is answered',
    async () => {
      const id = await aRepositoryOf(MOST);
      const api = fixture.owner.api;
      app.app.get(Dispatcher).start();
      const stop = repeated(async () => {
        expect((await api.get(`${tagsPath(id)}?per_page=100`)).status).toBe(200);
      });

      const answer = await api.delete(tagsPath(id), { name_regex_delete: 'tag-\\d+', keep_n: 1000 });
      const { state, result, progress } = await ended(api, answer.body.operation.id, 60);

      expect(await stop()).toBeGreaterThan(0);
      expect(state).toBe('finished');
      expect(progress).toEqual({ done: 19_000, total: 19_000 });
      expect(result).toMatchObject({ deleted_count: 19_000, kept_count: 1000, skipped: [] });
      expect(result.deleted).toHaveLength(1000);
      expect(await countTags(id)).toBe(1000);
    },
    PATIENCE_MS,
  );
});

describe('DeleteTagsJob whose worker ends', () => {
  const HALF = 5000;
  const start = async (): Promise<{ id: number; operation: string; letGo: () => Promise<void> }> => {
    const id = await aRepositoryOf(MANY);
    const letGo = await holdDeletionsOfTags(app, `exists (select from container_cleanup_plans where done > ${HALF})`);
    const answer = await fixture.owner.api.delete(tagsPath(id), { name_regex_delete: '.*', keep_n: 10 });
    return { id, operation: answer.body.operation.id, letGo };
  };
  const expectWhole = async ({ id, operation }: { id: number; operation: string }) => {
    const { state, result } = await ended(fixture.owner.api, operation, 60);
    expect(state).toBe('finished');
    expect(result).toMatchObject({ deleted_count: MANY - 10, kept_count: 10, skipped: [] });
    expect(await countTags(id)).toBe(10);
    const [history] = await app.sql<{ count: number }>('select count(*)::int from container_tag_history');
    expect(history!.count).toBe(MANY - 10);
  };

  it(
    'is continued after an orderly stop by another process, which repeats nothing',
    async () => {
      const started = await start();
      app.app.get(Dispatcher).start();
      await until(async () => (await doneOf()) > HALF);
      const stopped = app.app.get(Dispatcher).stop(0);
      await started.letGo();
      await stopped;
      const half = await doneOf();
      const secondInstance = await app.secondInstance();
      secondInstance.app.get(Dispatcher).start();

      await expectWhole(started);
      await secondInstance.close();
      expect(half).toBeLessThan(MANY - 10);
    },
    PATIENCE_MS,
  );

  it(
    'is continued after a kill once its lease has lapsed',
    async () => {
      const started = await start();
      const { database, user } = { ...testConnection(), ...(await databaseOf(app)) };
      const url = `postgres:///${database}?host=${encodeURIComponent(testConnection().host)}&user=${user}`;
      const env = { DATABASE_URL: url, DATA_DIR: app.app.get(Env).dataDir };
      const worker = await startService(env, 'worker');
      await until(async () => (await doneOf()) > HALF);
      await worker.end('SIGKILL');
      await started.letGo();
      const half = await doneOf();
      await app.sql(`update jobs set run_at = now() where name = 'registry.delete-tags'`); // 30 s later
      app.app.get(Dispatcher).start();

      await expectWhole(started);
      expect(half).toBeLessThan(MANY - 10);
    },
    PATIENCE_MS,
  );
});

async function databaseOf(app: TestApp): Promise<{ database: string }> {
  return (await app.sql<{ database: string }>('select current_database() as database'))[0]!;
}
