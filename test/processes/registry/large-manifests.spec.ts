import { descriptorOf, digestOf, OCI_CONFIG, OCI_INDEX, OCI_MANIFEST, pushBlob } from '../../builders/images.js';
import { aRegistryProject } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { RegistryClient } from '../../support/registry-client.js';
import { MAX_BLOCK_MS, startWatched } from '../../support/watched-service.js';
import type { WatchedService } from '../../support/watched-service.js';

const CREATED = '2024-01-02T03:04:05Z';

let app: TestApp;
let service: WatchedService;
let fixture: RegistryProject;
let registry: RegistryClient;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  fixture = await aRegistryProject(app);
  service = await startWatched(app);
  const { username, token } = fixture.owner;
  registry = new RegistryClient(service.url, { username, secret: token });
}, 240_000);
afterAll(async () => {
  await service.end();
  await app.close();
});

/** More keys than a document of 4 MiB of any tool has, as the inside of a hash. */
const manyKeys = (value: string): string =>
  Array.from({ length: 190_000 }, (_, index) => `"key${index}":${value}`).join();

/** Pushes it, each time under another tag; answers how long the service was blocked at the least. */
const leastBlock = (manifest: string): Promise<number> =>
  service.leastBlock(async (time) => {
    await registry.token(`repository:${fixture.path}:pull,push`);
    const answer = await registry.put(`${fixture.path}/manifests/tag${time}`, {
      headers: { 'Content-Type': OCI_MANIFEST },
      body: manifest,
    });

    expect(answer.status).toBe(201);
  });

describe('PUT /v2/:name/manifests/:reference of documents with more keys than anybody needs', () => {
  it.each([
    ['annotations', () => `"annotations":{${manyKeys('"v"')}}`],
    ['members', () => manyKeys('1')],
  ])('takes a manifest of many %s, and blocks nobody for long', async (_name, members) => {
    const config = Buffer.from('{}');
    await pushBlob(registry, fixture.path, config);
    const parts = JSON.stringify({
      schemaVersion: 2,
      config: descriptorOf(OCI_CONFIG, config),
      layers: [],
    });

    expect(await leastBlock(`${parts.slice(0, -1)},${members()}}`)).toBeLessThan(MAX_BLOCK_MS);
  });

  it('reads a config of many keys, and blocks nobody for long', async () => {
    const config = Buffer.from(`{"created":"${CREATED}",${manyKeys('1')}}`);
    await pushBlob(registry, fixture.path, config);
    const manifest = JSON.stringify({ schemaVersion: 2, config: descriptorOf(OCI_CONFIG, config), layers: [] });

    expect(await leastBlock(manifest)).toBeLessThan(MAX_BLOCK_MS);
    const [{ id } = { id: 0 }] = (await app.admin.get(`projects/${fixture.project.id}/registry/repositories`)).body;
    const tag = `projects/${fixture.project.id}/registry/repositories/${id}/tags/tag0`;
    expect((await app.admin.get(tag)).body.created_at).toBe('2024-01-02T03:04:05.000+00:00');
  });
});

describe('GET /v2/:name/referrers/:digest of manifests with many annotations', () => {
  /** Asks; answers how long the service was blocked at the least, and what it answered. */
  async function listed(digest: string) {
    let manifests: { digest: string; annotations: Record<string, string> }[] = [];
    const block = await service.leastBlock(async () => {
      ({ manifests } = (await registry.get(`${fixture.path}/referrers/${digest}`)).body);
    });
    return { block, manifests };
  }

  const annotated = (count: number, fields: object): string => {
    const known = JSON.stringify(fields);
    const many = Array.from({ length: count }, (_, index) => `"key${index}":"v"`).join();
    return `${known.slice(0, -1)},"annotations":{${many}}}`;
  };

  it('answers those with that subject in their order, and blocks nobody for long', async () => {
    const config = Buffer.from('{}');
    await pushBlob(registry, fixture.path, config);
    const subject = { mediaType: OCI_MANIFEST, digest: digestOf('subject'), size: 1 };
    const digests = [];
    for (const count of [190_000, 1, 190_001]) {
      const body = annotated(count, {
        schemaVersion: 2,
        config: descriptorOf(OCI_CONFIG, config),
        layers: [],
        subject,
      });
      const { status } = await registry.put(`${fixture.path}/manifests/${digestOf(body)}`, {
        headers: { 'Content-Type': OCI_MANIFEST },
        body,
      });
      digests.push(digestOf(body));

      expect(status).toBe(201);
    }
    const { block, manifests } = await listed(subject.digest);

    expect(manifests.map(({ digest }) => digest)).toEqual(digests);
    expect(manifests.map(({ annotations }) => Object.keys(annotations).length)).toEqual([190_000, 1, 190_001]);
    expect(block).toBeLessThan(MAX_BLOCK_MS);
  });

  it('answers those of a fallback tag, and blocks nobody for long', async () => {
    const subject = digestOf('subject of a fallback tag');
    const config = Buffer.from('{}');
    await pushBlob(registry, fixture.path, config);
    const referrer = JSON.stringify({ schemaVersion: 2, config: descriptorOf(OCI_CONFIG, config), layers: [] });
    await registry.put(`${fixture.path}/manifests/referrer`, {
      headers: { 'Content-Type': OCI_MANIFEST },
      body: referrer,
    });
    const descriptor = annotated(150_000, descriptorOf(OCI_MANIFEST, Buffer.from(referrer)));
    const body = `{"schemaVersion":2,"mediaType":"${OCI_INDEX}","manifests":[${descriptor}]}`;
    const { status } = await registry.put(`${fixture.path}/manifests/${subject.replace(':', '-')}`, {
      headers: { 'Content-Type': OCI_INDEX },
      body,
    });
    const { block, manifests } = await listed(subject);

    expect(status).toBe(201);
    expect(Object.keys(manifests[0]!.annotations)).toHaveLength(150_000);
    expect(block).toBeLessThan(MAX_BLOCK_MS);
  });
});
