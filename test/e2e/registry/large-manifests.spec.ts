import { jest } from '@jest/globals';
import { descriptorOf, OCI_CONFIG, OCI_MANIFEST, pushBlob } from '../../builders/images.js';
import { aRegistryProject } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { RegistryClient } from '../../support/registry-client.js';
import { startWatched } from '../../support/watched-service.js';
import type { WatchedService } from '../../support/watched-service.js';

jest.setTimeout(120_000);

const MAX_BLOCK_MS = 200;
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
}, 60_000);
afterAll(async () => {
  await service.end();
  await app.close();
});

/** More keys than a document of 4 MiB of any tool has, as the inside of a hash. */
const manyKeys = (value: string): string =>
  Array.from({ length: 190_000 }, (_, index) => `"key${index}":${value}`).join();

/** Pushes it three times under other tags; answers how long the service was blocked at the least. */
async function leastBlock(manifest: string): Promise<number> {
  const blocks: number[] = [];
  for (const tag of ['one', 'two', 'three']) {
    await registry.token(`repository:${fixture.path}:pull,push`);
    await service.longestBlock();
    const answer = await registry.put(`${fixture.path}/manifests/${tag}`, {
      headers: { 'Content-Type': OCI_MANIFEST },
      body: manifest,
    });
    blocks.push(await service.longestBlock());

    expect(answer.status).toBe(201);
  }
  return Math.min(...blocks);
}

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
    const tag = `projects/${fixture.project.id}/registry/repositories/${id}/tags/one`;
    expect((await app.admin.get(tag)).body.created_at).toBe('2024-01-02T03:04:05.000+00:00');
  });
});
