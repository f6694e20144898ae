import { access } from 'node:fs/promises';
import path from 'node:path';
import { BLOB_REFERENCES } from '../../../src/platform/blob/blob-references.js';
import { BlobStore } from '../../../src/platform/blob/blob-store.js';
import { Env } from '../../../src/platform/config/env.js';
import { PausableDeletions } from '../../../src/platform/database/pausable-deletions.js';
import { aProject } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const deletions = (): PausableDeletions => app.app.get(PausableDeletions);

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

describe('PausableDeletions', () => {
  it('leaves the repository after DELETE /projects/:id on its storage while deletions are paused', async () => {
    const project = await aProject(app.admin, { initialize_with_readme: true });
    await app.drainJobs();
    const [row] = await app.sql<{ gitDir: string }>(
      'select relative_path as "gitDir" from repositories where project_id = $1',
      [project.id],
    );
    const directory = path.join(app.app.get(Env).storages.get('default')!, row!.gitDir);

    await deletions().pauseWhile(async () => {
      expect((await app.admin.delete(`projects/${project.id}`)).status).toBe(202);
      await untilPostponed();
      expect(await isThere(directory)).toBe(true);
    });
    await app.sql(`update jobs set run_at = now() where name = 'repositories.remove-directory'`);
    await app.drainJobs();

    expect(await isThere(directory)).toBe(false);
  });

  it('keeps a deleted object readable while deletions are paused, also when another process deletes it', async () => {
    const secondInstance = await app.secondInstance();
    for (const process of [app.app, secondInstance.app]) {
      const store = process.get(BlobStore);
      const { key } = await store.put([Buffer.from('kept')], []);

      await deletions().pauseWhile(() => store.delete(key));

      expect(await store.size(key)).toBe(4);
      await store.delete(key);
      expect(await store.size(key)).toBeNull();
    }
    await secondInstance.close();
  });

  it('waits for deletions under way before a pause, and later ones wait for its end', async () => {
    const order: string[] = [];
    const paused: Promise<void>[] = [];
    const ran = await deletions().run(async () => {
      const pause = deletions().pauseWhile(() => {
        order.push('paused');
        return Promise.resolve();
      });
      paused.push(pause);
      await new Promise((resolve) => setTimeout(resolve, 100));
      order.push('deleted');
    });
    await Promise.all(paused);

    expect(ran).toBe(true);
    expect(order).toEqual(['deleted', 'paused']);
  });
});

/** The attempt does not count, so that a long backup never makes the job a dead one. */
async function untilPostponed(): Promise<void> {
  await until(async () => {
    const [job] = await app.sql<{ attempts: number; last_error: string | null }>(
      `select attempts, last_error from jobs where name = 'repositories.remove-directory' and leased_by is null`,
    );
    return job?.last_error === 'A backup is being taken.' && job.attempts === 0;
  });
}

describe('BLOB_REFERENCES', () => {
  it('has every table with a column that names objects of the blob store', async () => {
    const rows = await app.sql<{ name: string }>(`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('store_key', 'store_ref', 'blob_key')
        and table_name <> 'ci_dropped_blobs' order by 1`); // those are to be deleted

    expect(rows.map(({ name }) => name)).toEqual(Object.keys(BLOB_REFERENCES).sort());
  });
});
