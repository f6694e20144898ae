import { BlobStore } from '../../../src/platform/blob/blob-store.js';
import { anImage, anIndex, digestOf, OCI_INDEX, putManifest, someBytes } from '../../builders/images.js';
import type { BuiltManifest } from '../../builders/images.js';
import { aRegistryProject } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ended } from '../../support/operations.js';

const SECONDS = 15;
const PUSHERS = 6;
const TAGS = 3;

let app: TestApp;
let fixture: RegistryProject;
beforeAll(async () => {
  app = await startApp({ env: { REGISTRY_GC_GRACE: '1' } });
  fixture = await aRegistryProject(app);
});
afterAll(() => app.close());

interface Tally {
  pushed: number;
  pulled: number;
  mounted: number;
  deleted: number;
  collected: number;
  /** Pushes that found a part collected, and began anew: which is expected without a grace. */
  lost: number;
  readonly wrong: string[];
}

const tally: Tally = { pushed: 0, pulled: 0, mounted: 0, deleted: 0, collected: 0, lost: 0, wrong: [] };
/** Images share layers, and more than the tags can hold: every blob is added and removed often. */
const LAYERS = Array.from({ length: 40 }, () => someBytes(2000));
const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!;
const names = () => ['a', 'b', 'c'].map((end) => `${fixture.path}/${end}`);
const tag = () => `t${Math.floor(Math.random() * TAGS)}`;

/** As clients do: what is there already is not uploaded. */
async function pushParts(name: string, image: BuiltManifest): Promise<void> {
  for (const blob of image.blobs) {
    const digest = digestOf(blob);
    if ((await fixture.registry.head(`${name}/blobs/${digest}`)).status === 200) {
      continue;
    }
    const mount = await fixture.registry.post(`${name}/blobs/uploads/?mount=${digest}&from=${pick(names())}`);
    if (mount.status === 201) {
      tally.mounted += 1;
      continue;
    }
    const location = String(mount.headers.location);
    await fixture.registry.patch(location, { body: blob });
    await fixture.registry.put(`${location}${location.includes('?') ? '&' : '?'}digest=${digest}`);
  }
}

async function push(name: string, reference: string, image: BuiltManifest): Promise<boolean> {
  await pushParts(name, image);
  const { status, body } = await putManifest(fixture.registry, name, reference, image);
  if (status === 400 && body.errors[0].code === 'MANIFEST_BLOB_UNKNOWN') {
    tally.lost += 1;
    return false;
  }
  if (status !== 201) {
    tally.wrong.push(`push ${status} ${JSON.stringify(body)}`);
  }
  tally.pushed += 1;
  return status === 201;
}

async function pushSomething(): Promise<void> {
  const name = pick(names());
  const image = anImage({ layers: [pick(LAYERS), pick(LAYERS)], config: pick(LAYERS) });
  if (Math.random() < 0.7) {
    await push(name, tag(), image);
    return;
  }
  const index = anIndex([image]);
  if (await push(name, image.digest, image)) {
    await push(name, tag(), index);
  }
}

async function deleteSomething(): Promise<void> {
  const name = pick(names());
  const reference = tag();
  const manifest = await fixture.registry.head(`${name}/manifests/${reference}`);
  const what = Math.random() < 0.8 ? reference : String(manifest.headers['docker-content-digest']);
  const { status } = await fixture.registry.delete(`${name}/manifests/${what}`);
  tally.deleted += status === 202 ? 1 : 0;
  if (![202, 400, 404].includes(status)) {
    tally.wrong.push(`delete ${status}`);
  }
}

/** A manifest that is served before and after a blob of it is asked for has that blob. */
async function pullSomething(): Promise<void> {
  const name = pick(names());
  const manifest = await fixture.registry.get(`${name}/manifests/${tag()}`);
  const layer = pick<{ digest: string }>(manifest.body.layers ?? [{ digest: '' }]).digest;
  if (manifest.status !== 200 || layer === '') {
    return;
  }
  const blob = await fixture.registry.get(`${name}/blobs/${layer}`);
  const again = await fixture.registry.head(`${name}/manifests/${String(manifest.headers['docker-content-digest'])}`);
  tally.pulled += 1;
  if (blob.status !== 200 && again.status === 200) {
    tally.wrong.push(`pull ${blob.status} ${layer}`);
  }
}

async function collect(grace: number): Promise<void> {
  const { body } = await app.admin.post('registry/gc', { grace });
  const { state, result } = await ended(app.admin, body.operation.id);
  tally.collected += Number(result?.blobs ?? 0);
  if (state !== 'finished') {
    tally.wrong.push(`collection ${state}`);
  }
}

/** What cannot be pulled of an image, child by child. */
async function missingParts(name: string, reference: string): Promise<string[]> {
  const manifest = await fixture.registry.get(`${name}/manifests/${reference}`);
  if (manifest.status !== 200) {
    return [`${name}:${reference} ${manifest.status}`];
  }
  if (manifest.headers['content-type'] === OCI_INDEX) {
    const children = manifest.body.manifests.map(({ digest }: { digest: string }) => missingParts(name, digest));
    return (await Promise.all<string[]>(children)).flat();
  }
  const digests = [manifest.body.config, ...manifest.body.layers].map(({ digest }: { digest: string }) => digest);
  const answers = await Promise.all(
    digests.map(async (digest) => {
      const { status, bytes } = await fixture.registry.get(`${name}/blobs/${digest}`);
      return status === 200 && digestOf(bytes) === digest ? [] : [`${name}@${digest} ${status}`];
    }),
  );
  return answers.flat();
}

describe('CollectGarbageJob without a grace beside pushes, mounts and deletes', () => {
  it('leaves every tag whole, and nothing else', async () => {
    const end = Date.now() + SECONDS * 1000;
    const again = async (act: () => Promise<void>): Promise<void> => {
      while (Date.now() < end) {
        await act();
      }
    };

    await Promise.all([
      ...Array.from({ length: PUSHERS }, () => again(pushSomething)),
      again(deleteSomething),
      again(deleteSomething),
      again(pullSomething),
      again(() => collect(Math.random() < 0.7 ? 0 : 1)),
    ]);
    const tags = await Promise.all(
      names().map(async (name) => {
        const { body } = await fixture.registry.get(`${name}/tags/list`);
        return ((body.tags ?? []) as string[]).map((held) => missingParts(name, held));
      }),
    );
    const held = tags.flat();
    const missing = (await Promise.all(held)).flat();
    const before = await fixture.registry.head(`${names()[0]!}/manifests/t0`);
    await collect(0);
    const after = (await Promise.all(names().map((name) => brokenTags(name)))).flat();
    const [left] = await app.sql<{ unlinked: number; unused: number; rows: number }>(`
      select (select count(*)::int from container_blobs b
              where not exists (select 1 from container_blob_links l where l.blob_id = b.id)) as unlinked,
             (select count(*)::int from container_blob_links l
              where not exists (select 1 from container_manifest_refs f
                where f.repository_id = l.repository_id and f.blob_id = l.blob_id)) as unused,
             (select count(*)::int from container_blobs) as rows`);
    const objects: string[] = [];
    for await (const { key } of app.app.get(BlobStore).keys(new Date(Date.now() + 60_000))) {
      objects.push(key);
    }

    process.stdout.write(
      `stress: ${tally.pushed} pushed, ${tally.pulled} pulled, ${tally.mounted} mounted, ${tally.deleted} deleted, ` +
        `${tally.collected} blobs collected, ${tally.lost} pushes began anew, ${held.length} tags at the end\n`,
    );
    expect(tally.wrong).toEqual([]);
    expect(missing).toEqual([]);
    expect(after).toEqual([]);
    expect([200, 404]).toContain(before.status);
    expect(left).toMatchObject({ unlinked: 0, unused: 0 });
    expect(objects).toHaveLength(left!.rows);
    expect(tally.collected).toBeGreaterThan(0);
    expect(tally.pushed).toBeGreaterThan(0);
  }, 240_000);
});

async function brokenTags(name: string): Promise<string[]> {
  const { body } = await fixture.registry.get(`${name}/tags/list`);
  return (await Promise.all(((body.tags ?? []) as string[]).map((held) => missingParts(name, held)))).flat();
}
