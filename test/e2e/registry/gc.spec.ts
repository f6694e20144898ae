import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { CollectGarbageJob } from '../../../src/modules/registry/gc/jobs/collect-garbage.job.js';
import { ScheduleCollectionJob } from '../../../src/modules/registry/gc/jobs/schedule-collection.job.js';
import { SweepOrphansJob } from '../../../src/modules/registry/gc/jobs/sweep-orphans.job.js';
import { GcCommand } from '../../../src/modules/registry/gc/gc.command.js';
import { BlobStore } from '../../../src/platform/blob/blob-store.js';
import { Env } from '../../../src/platform/config/env.js';
import { Exclusive } from '../../../src/platform/database/exclusive.js';
import { Dispatcher } from '../../../src/platform/queue/dispatcher.js';
import { anImage, anIndex, digestOf, pushBlob, pushImage, putManifest, someBytes } from '../../builders/images.js';
import type { BuiltManifest } from '../../builders/images.js';
import { aUser, unique } from '../../builders/records.js';
import { aRegistryProject } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ended } from '../../support/operations.js';
import type { RegistryClient } from '../../support/registry-client.js';

const NOTHING = { manifests: 0, blobs: 0, bytes: 0, uploads: 0 };

let app: TestApp;
let fixture: RegistryProject;
let client: RegistryClient;
beforeAll(async () => {
  app = await startApp();
  fixture = await aRegistryProject(app);
  client = fixture.registry;
});
afterAll(() => app.close());
/** Each test begins with a clean registry. */
beforeEach(async () => {
  await app.sql('delete from container_repositories');
  await app.sql(`update container_uploads set updated_at = now() - interval '2 days'`);
  await collect(0);
});

async function collect(grace?: number) {
  const { body } = await app.admin.post('registry/gc', grace === undefined ? {} : { grace });
  const operation = await ended(app.admin, body.operation.id);
  expect(operation.state).toBe('finished');
  return operation.result;
}

const foresee = async (grace: number) => (await app.admin.post('registry/gc', { grace, dry_run: true })).body.totals;

const aName = () => `${fixture.path}/${unique('gc')}`;
const bytesOf = (...images: readonly BuiltManifest[]): number =>
  images.reduce((sum, { bytes, blobs }) => sum + [bytes, ...blobs].reduce((all, part) => all + part.length, 0), 0);
const untag = (name: string, tag: string) => client.delete(`${name}/manifests/${tag}`);

/** Whether every part of an image can be pulled. */
async function isWhole(name: string, reference: string): Promise<boolean> {
  const manifest = await client.get(`${name}/manifests/${reference}`);
  const { config, layers = [], manifests = [] } = manifest.body;
  const blobs = [config, ...layers].filter(Boolean).map(({ digest }: { digest: string }) => digest);
  const answers = await Promise.all(blobs.map((digest) => client.get(`${name}/blobs/${digest}`)));
  const children = await Promise.all(manifests.map(({ digest }: { digest: string }) => isWhole(name, digest)));
  return manifest.status === 200 && answers.every(({ status }) => status === 200) && children.every(Boolean);
}

/** Makes everything that happened so far this many hours older. */
async function age(hours: number): Promise<void> {
  const past = `- interval '${hours} hours'`;
  await app.sql(`update container_manifests set untagged_at = untagged_at ${past} where untagged_at is not null`);
  await app.sql(`update container_blob_links set linked_at = linked_at ${past}, unused_since = unused_since ${past}`);
  await app.sql(`update container_blobs set unlinked_at = unlinked_at ${past} where unlinked_at is not null`);
  await app.sql(`update container_uploads set updated_at = updated_at ${past}`);
}

async function keysInStore(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of app.app.get(BlobStore).keys(new Date(Date.now() + 60_000))) {
    keys.push(key);
  }
  return keys.sort();
}

const keysInRows = async (): Promise<string[]> =>
  (await app.sql<{ key: string }>('select store_key as key from container_blobs')).map(({ key }) => key).sort();

describe('CollectGarbageJob', () => {
  it('removes an image that lost its last tag, with its blobs and their objects, and keeps what tags reach', async () => {
    const name = aName();
    const shared = someBytes(3000);
    const gone = anImage({ layers: [shared, someBytes(2000)] });
    const kept = anImage({ layers: [shared] });
    await pushImage(client, name, 'gone', gone);
    await pushImage(client, name, 'kept', kept);
    await untag(name, 'gone');

    const foreseen = await foresee(0);
    const result = await collect(0);

    expect(result).toEqual({ manifests: 1, blobs: 2, bytes: bytesOf(gone) - shared.length, uploads: 0 });
    expect(foreseen).toEqual(result);
    expect((await client.get(`${name}/manifests/${gone.digest}`)).status).toBe(404);
    expect((await client.get(`${name}/blobs/${digestOf(gone.blobs[0]!)}`)).status).toBe(404);
    expect(await isWhole(name, 'kept')).toBe(true);
    expect(await keysInStore()).toEqual(await keysInRows());
    expect(await keysInRows()).toHaveLength(2);
    expect(await collect(0)).toEqual(NOTHING);
  });

  it('counts the grace from the moment the last tag went, not from the push', async () => {
    const name = aName();
    await pushImage(client, name, 'v1');
    await age(48);
    await untag(name, 'v1');

    expect(await foresee(86_400)).toEqual(NOTHING);
    expect(await collect()).toEqual(NOTHING);
    await age(25);
    expect(await collect()).toMatchObject({ manifests: 1, blobs: 3 });
  });

  it('keeps what was just pushed by digest, and blobs no manifest uses yet', async () => {
    const name = aName();
    const image = anImage();
    await pushImage(client, name, image.digest, image);
    await pushBlob(client, name, someBytes());

    expect(await collect()).toEqual(NOTHING);
    await age(25);
    expect(await foresee(86_400)).toEqual({ manifests: 1, blobs: 4, bytes: bytesOf(image) + 1024, uploads: 0 });
    expect(await collect()).toMatchObject({ manifests: 1, blobs: 4 });
  });

  it('keeps a blob whose presence a client asked for lately', async () => {
    const name = aName();
    const layer = someBytes();
    await pushBlob(client, name, layer);
    await age(25);
    expect((await client.head(`${name}/blobs/${digestOf(layer)}`)).status).toBe(200);

    expect(await collect()).toEqual(NOTHING);
    expect((await client.head(`${name}/blobs/${digestOf(layer)}`)).status).toBe(200);
  });

  it('keeps what a tagged index lists, however deep, and deletes it with the index', async () => {
    const name = aName();
    const [one, two] = [anImage(), anImage()];
    const inner = anIndex([one]);
    const outer = anIndex([inner, two]);
    await pushImage(client, name, one.digest, one);
    await pushImage(client, name, two.digest, two);
    await putManifest(client, name, inner.digest, inner);
    await putManifest(client, name, 'multi', outer);
    await age(48);

    expect(await foresee(0)).toEqual(NOTHING);
    expect(await collect(0)).toEqual(NOTHING);
    expect(await isWhole(name, 'multi')).toBe(true);
    await untag(name, 'multi');
    expect(await collect()).toEqual(NOTHING);
    await age(25);
    expect(await foresee(86_400)).toMatchObject({ manifests: 4, blobs: 6 });
    expect(await collect()).toMatchObject({ manifests: 4, blobs: 6 });
  });

  it('keeps the children of an index that was deleted by digest for the grace', async () => {
    const name = aName();
    const child = anImage();
    const index = anIndex([child]);
    await pushImage(client, name, child.digest, child);
    await putManifest(client, name, 'multi', index);
    await age(48);
    await client.delete(`${name}/manifests/${index.digest}`);

    expect(await collect()).toEqual(NOTHING);
    expect(await isWhole(name, child.digest)).toBe(true);
    await age(25);
    expect(await collect()).toMatchObject({ manifests: 1, blobs: 3 });
  });

  it('keeps what refers to a live subject, and deletes it with the subject', async () => {
    const name = aName();
    const image = await pushImage(client, name, 'v1');
    const signature = anImage({ configType: 'application/x.signature', fields: { subject: image.descriptor } });
    const signatureOfSignature = anImage({
      configType: 'application/x.signature',
      fields: { subject: signature.descriptor },
    });
    await pushImage(client, name, signature.digest, signature);
    await pushImage(client, name, signatureOfSignature.digest, signatureOfSignature);
    await age(48);

    expect(await collect(0)).toEqual(NOTHING);
    await untag(name, 'v1');
    expect(await foresee(0)).toMatchObject({ manifests: 3, blobs: 9 });
    expect(await collect(0)).toMatchObject({ manifests: 3, blobs: 9 });
  });

  it('keeps what refers to a subject that was never pushed only while a tag holds it', async () => {
    const name = aName();
    const missing = anImage().descriptor;
    const tagged = anImage({ fields: { subject: missing } });
    const loose = anImage({ fields: { subject: missing } });
    await pushImage(client, name, 'signature', tagged);
    await pushImage(client, name, loose.digest, loose);

    expect(await collect(0)).toMatchObject({ manifests: 1, blobs: 3 });
    expect(await isWhole(name, 'signature')).toBe(true);
  });

  it('keeps a blob that another repository has, and deletes it when none is left', async () => {
    const [one, two] = [aName(), aName()];
    const image = await pushImage(client, one, 'v1');
    await pushImage(client, two, 'v1', image);
    await untag(one, 'v1');

    expect(await foresee(0)).toEqual({ manifests: 1, blobs: 0, bytes: image.bytes.length, uploads: 0 });
    expect(await collect(0)).toEqual({ manifests: 1, blobs: 0, bytes: image.bytes.length, uploads: 0 });
    expect((await client.get(`${one}/blobs/${digestOf(image.blobs[0]!)}`)).status).toBe(404);
    expect(await isWhole(two, 'v1')).toBe(true);
    await untag(two, 'v1');
    expect(await collect(0)).toMatchObject({ manifests: 1, blobs: 3 });
  });

  it('deletes what a deleted repository, a deleted blob and a deleted project left', async () => {
    const other = await aRegistryProject(app);
    const [name, lone] = [aName(), aName()];
    await pushImage(client, name, 'v1');
    await pushImage(other.registry, other.path, 'v1');
    const layer = someBytes();
    await pushBlob(client, lone, layer);
    await client.delete(`${lone}/blobs/${digestOf(layer)}`);
    const [row] = await app.sql<{ id: number }>(`select id from container_repositories where name = $1`, [
      name.split('/').at(-1),
    ]);
    await fixture.owner.api.delete(`projects/${fixture.project.id}/registry/repositories/${row!.id}`);
    await other.owner.api.delete(`projects/${other.project.id}`);
    await app.drainJobs();

    expect(await collect()).toEqual(NOTHING);
    expect(await keysInStore()).toHaveLength(7);
    expect(await collect(0)).toMatchObject({ manifests: 0, blobs: 7 });
    expect(await keysInStore()).toEqual([]);
  });

  it('ends idle uploads, not those that continue', async () => {
    const name = aName();
    const [idle, busy] = [await client.post(`${name}/blobs/uploads/`), await client.post(`${name}/blobs/uploads/`)].map(
      ({ headers }) => String(headers.location),
    );
    await client.patch(idle!, { body: someBytes() });
    await age(25);
    await client.patch(busy!, { body: someBytes() });

    expect(await foresee(0)).toEqual({ ...NOTHING, uploads: 1 });
    expect(await collect()).toEqual({ ...NOTHING, uploads: 1 });
    expect((await client.get(idle!)).status).toBe(404);
    expect((await client.get(busy!)).status).toBe(204);
    expect(await keysInStore()).toHaveLength(1);
  });

  it('finishes what a process that died had begun', async () => {
    const name = aName();
    await pushImage(client, name, 'v1');
    await untag(name, 'v1');
    await app.sql('delete from container_repositories');
    await app.sql(`update container_blobs set state = 'deleting' where id = (select min(id) from container_blobs)`);
    await age(25);

    expect(await collect()).toMatchObject({ blobs: 1 });
    await age(25);
    expect(await collect()).toMatchObject({ blobs: 2 });
    expect(await keysInStore()).toEqual([]);
  });

  it('treats a blob that is being deleted as absent: it is uploaded again and stays', async () => {
    const name = aName();
    const image = await pushImage(client, name, 'v1');
    await app.sql(`delete from container_repositories`);
    await app.sql(`update container_blobs set state = 'deleting'`);

    expect((await client.head(`${name}/blobs/${digestOf(image.blobs[0]!)}`)).status).toBe(404);
    await pushImage(client, name, 'v1', image);
    expect(await collect()).toMatchObject({ blobs: 3 });
    expect(await isWhole(name, 'v1')).toBe(true);
    expect(await keysInStore()).toEqual(await keysInRows());
  });

  it('reduces what counts for the limit of the project', async () => {
    const limited = await aRegistryProject(app);
    const bytes = async () => (await app.admin.get(`projects/${limited.project.id}`)).body.container_registry_size;
    const image = await pushImage(limited.registry, limited.path, 'v1');
    await limited.registry.delete(`${limited.path}/manifests/v1`);
    const before = await bytes();
    await collect(0);

    expect(before).toBe(bytesOf(image));
    expect(await bytes()).toBe(0);
  });

  it('forgets deleted tags whose manifest it deleted', async () => {
    const name = aName();
    await pushImage(client, name, 'v1');
    await untag(name, 'v1');
    await collect(0);
    const waiting = await app.sql('select 1 from container_tag_history');
    await app.sql(`update container_tag_history set restorable_until = now() - interval '1 second'`);
    await collect(0);

    expect(waiting).toHaveLength(1);
    expect(await app.sql('select 1 from container_tag_history')).toEqual([]);
  });
});

describe('SweepOrphansJob', () => {
  const objectFile = async (key: string): Promise<string> => {
    const root = path.join(app.app.get(Env).dataDir, 'blobs');
    const found = (await readdir(root, { recursive: true })).find((file) => file.endsWith(key));
    return path.join(root, found!);
  };

  it('removes objects without a row once they are old, and nothing that has one', async () => {
    const name = aName();
    const image = await pushImage(client, name, 'v1');
    const session = String((await client.post(`${name}/blobs/uploads/`)).headers.location);
    await client.patch(session, { body: someBytes() });
    const store = app.app.get(BlobStore);
    const [old, young] = [await store.put([someBytes()], []), await store.put([someBytes()], [])];
    const longAgo = new Date(Date.now() - 3 * 86_400_000);
    const keys = (await keysInStore()).filter((key) => key !== young.key);
    await Promise.all(keys.map(async (key) => utimes(await objectFile(key), longAgo, longAgo)));

    await collect(0);

    const left = await keysInStore();
    expect(left).not.toContain(old.key);
    expect(left).toContain(young.key);
    expect(left).toHaveLength(image.blobs.length + 2);
    expect(await isWhole(name, 'v1')).toBe(true);
    await store.delete(young.key);
  });
});

describe('POST and GET /registry/gc', () => {
  it('answer 403 to all but administrators', async () => {
    const user = await aUser(app);

    expect((await app.anonymous.post('registry/gc')).status).toBe(401);
    expect((await user.api.post('registry/gc')).status).toBe(403);
    expect((await user.api.get('registry/gc')).status).toBe(403);
    expect((await app.admin.post('registry/gc', { grace: -1 })).body).toEqual({ message: { grace: ['is invalid'] } });
    expect((await app.admin.post('registry/gc', { grace: 'x', dry_run: 'x' })).body.message).toEqual({
      dry_run: ['is invalid'],
      grace: ['is invalid'],
    });
    expect((await app.admin.post('registry/gc', { grace: Number.MAX_SAFE_INTEGER, dry_run: true })).body).toEqual({
      dry_run: true,
      totals: NOTHING,
    });
  });

  it('answer operations, and list the last twenty', async () => {
    const answer = await app.admin.post('registry/gc', {});
    const operation = await ended(app.admin, answer.body.operation.id);
    for (let more = 0; more < 20; more += 1) {
      await collect(0);
    }
    const { body } = await app.admin.get('registry/gc');

    expect(answer).toMatchObject({
      status: 202,
      body: { message: '202 Accepted', operation: { kind: 'registry_gc', state: 'scheduled' } },
    });
    expect(answer.headers.get('location')).toBe(`${app.url}/api/v4/operations/${operation.id}`);
    expect(body).toHaveLength(20);
    expect(body.every(({ kind, result }: { kind: string; result: object }) => kind === 'registry_gc' && result)).toBe(
      true,
    );
    expect(body.map(({ created_at: at }: { created_at: string }) => at)).toEqual(
      body.map(({ created_at: at }: { created_at: string }) => at).sort((a: string, b: string) => (a < b ? 1 : -1)),
    );
    expect(body.map(({ id }: { id: string }) => id)).not.toContain(operation.id);
  });

  it('answer a request during a run with that run', async () => {
    await app.app.get(Dispatcher).stop(1000);
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.admin.post('registry/gc', { grace: 0 })));
    await app.app.get(ScheduleCollectionJob).perform();
    const jobs = await app.sql(`select 1 from jobs where name = $1`, [CollectGarbageJob.jobName]);
    app.app.get(Dispatcher).start();
    await app.drainJobs();

    expect(answers.every(({ status }) => status === 202)).toBe(true);
    expect(new Set(answers.map(({ body }) => body.operation.id)).size).toBe(1);
    expect(jobs).toHaveLength(1);
  });

  it('run by the clock as well, one at a time', async () => {
    await app.app.get(ScheduleCollectionJob).perform();
    await app.drainJobs();
    const { body } = await app.admin.get('registry/gc?per_page=1');
    const hourly = await startApp({ env: { REGISTRY_GC_INTERVAL: '' }, jobs: false });
    const registered = ['registry.schedule-collection', 'registry.sweep-orphans'];
    const intervals = [ScheduleCollectionJob, SweepOrphansJob].map((job) => hourly.app.get(job).everySeconds);
    await hourly.close();

    expect(body[0]).toMatchObject({ state: 'finished', result: NOTHING });
    expect(registered).toEqual([ScheduleCollectionJob.jobName, SweepOrphansJob.jobName]);
    expect(intervals).toEqual([3600, 86_400]);
    expect([ScheduleCollectionJob, SweepOrphansJob].map((job) => app.app.get(job).everySeconds)).toEqual([0, 0]);
  });

  it('write an audit event and count in the metrics', async () => {
    const name = aName();
    await pushImage(client, name, 'v1');
    await untag(name, 'v1');
    await collect(0);
    const { body } = await app.admin.get('audit_events?entity_type=Instance&per_page=10');
    const texts = body.map(({ details }: { details: Record<string, string> }) => details);
    const metrics = await app.anonymous.get('/-/metrics');

    expect(texts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          author_name: 'System',
          custom_message: expect.stringMatching(/^Collected 1 manifests, 3 blobs \(\d+ bytes\) and 0 uploads$/),
        }),
        expect.objectContaining({
          author_name: 'Administrator',
          custom_message: 'Garbage collection requested, grace 0 s',
        }),
      ]),
    );
    expect(metrics.text).toMatch(/^slipway_registry_collected_blobs_total [1-9]/m);
    expect(metrics.text).toMatch(/^slipway_registry_collections_total [1-9]/m);
    expect(metrics.text).toMatch(/^slipway_registry_pushes_total [1-9]/m);
    expect(metrics.text).toMatch(/^slipway_registry_pulls_total [1-9]/m);
  });
});

describe('npm run cli -- gc', () => {
  let printed = '';
  beforeEach(() => {
    printed = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  const gc = (...args: string[]) => app.app.get(GcCommand).run(args);

  it('collects, or prints what it would collect', async () => {
    const name = aName();
    const image = await pushImage(client, name, 'v1');
    await untag(name, 'v1');

    expect(await gc()).toBe(0);
    expect(await gc('--dry-run', '--grace', '0')).toBe(0);
    expect(await gc('--grace', '0s')).toBe(0);
    expect(printed).toBe(
      [
        'Collected 0 manifests, 0 blobs (0 bytes) and 0 uploads.',
        `Would collect 1 manifests, 3 blobs (${bytesOf(image)} bytes) and 0 uploads.`,
        `Collected 1 manifests, 3 blobs (${bytesOf(image)} bytes) and 0 uploads.`,
        '',
      ].join('\n'),
    );
    const { body } = await app.admin.get('registry/gc?per_page=1');
    expect(body[0]).toMatchObject({ state: 'finished', result: { manifests: 1, blobs: 3 } });
    await app.sql(`update jobs set run_at = now() where name = $1`, [CollectGarbageJob.jobName]);
    await app.drainJobs();
    expect((await app.admin.get('registry/gc?per_page=1')).body[0].id).toBe(body[0].id);
  });

  it('refuses unknown arguments, and does not wait for another run', async () => {
    const usage = 'Usage: npm run cli -- gc [--dry-run] [--grace <duration>]';
    await expect(gc('--grace', 'soon')).rejects.toThrow(`'soon' is no duration such as 90s, 5m, 24h or 7d.\n${usage}`);
    await expect(gc('--force')).rejects.toThrow(`Unknown option '--force'.\n${usage}`);
    const held = await app.app.get(Exclusive).run(7_310_021, () => gc('--grace', '1h'));
    await app.sql(`delete from jobs where name = $1`, [CollectGarbageJob.jobName]);
    await app.sql(`update operations set state = 'failed' where state = 'scheduled'`);

    expect(held).toEqual({ ran: true, answer: 1 });
    expect(printed).toContain('Another process collects just now.');
  });
});

describe('CollectGarbageJob whose worker dies', () => {
  it('is continued by another worker', async () => {
    const name = aName();
    await pushImage(client, name, 'v1');
    await untag(name, 'v1');
    await app.app.get(Dispatcher).stop(1000);
    const { body } = await app.admin.post('registry/gc', { grace: 0 });
    await app.sql(`update jobs set leased_by = 'dead', run_at = now() + interval '1 second', attempts = 1`);
    await app.sql(`update operations set state = 'running', started_at = now() where id = $1`, [body.operation.id]);
    await sleep(1100);
    const secondInstance = await app.secondInstance();
    secondInstance.app.get(Dispatcher).start();
    const operation = await ended(app.admin, body.operation.id);
    await secondInstance.close();
    app.app.get(Dispatcher).start();

    expect(operation).toMatchObject({ state: 'finished', result: { manifests: 1, blobs: 3 } });
  });
});
