import { appendFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import { ScrubCommand } from '../../../src/modules/registry/scrub/scrub.command.js';
import { BlobStore } from '../../../src/platform/blob/blob-store.js';
import { Env } from '../../../src/platform/config/env.js';
import { digestOf, pushBlob, someBytes } from '../../builders/images.js';
import { aRegistryProject } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
let fixture: RegistryProject;
let printed: string[];
beforeEach(async () => {
  app = await startApp({ jobs: false });
  fixture = await aRegistryProject(app);
});
afterEach(() => app.close());

/** Runs the command; answers its exit code, and keeps its lines. */
async function scrub(...args: string[]): Promise<number> {
  printed = [];
  const spy = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.push(...String(text).trimEnd().split('\n'));
    return true;
  });
  try {
    return await app.app.get(ScrubCommand).run(args);
  } finally {
    spy.mockRestore();
  }
}

/** The file that holds the blob. */
async function fileOf(digest: string): Promise<string> {
  const [row] = await app.sql<{ key: string }>('select store_key as key from container_blobs where digest = $1', [
    digest,
  ]);
  return path.join(app.app.get(Env).dataDir, 'blobs', 'objects', row!.key.slice(0, 2), row!.key);
}

const served = async (digest: string) => (await fixture.registry.get(`${fixture.path}/blobs/${digest}`)).bytes;

describe('npm run cli -- scrub', () => {
  it('reports nothing when all is whole', async () => {
    await pushBlob(fixture.registry, fixture.path, someBytes(100));
    await pushBlob(fixture.registry, fixture.path, someBytes(50), 'sha512');
    await pushBlob(fixture.registry, fixture.path, Buffer.alloc(0));

    expect(await scrub()).toBe(0);
    expect(printed).toEqual(['Read 3 objects (150 bytes): 0 missing, 0 damaged, 0 unreadable.']);
    expect(await scrub('--repair')).toBe(0);
  });

  it('reports what is missing and what is damaged for each repository that has it', async () => {
    const [gone, changed, short] = [someBytes(10), someBytes(20), someBytes(30)];
    for (const blob of [gone, changed, short]) {
      await pushBlob(fixture.registry, `${fixture.path}/a`, blob);
    }
    await pushBlob(fixture.registry, fixture.path, gone);
    await rm(await fileOf(digestOf(gone)));
    await writeFile(await fileOf(digestOf(changed)), someBytes(20));
    await truncate(await fileOf(digestOf(short)), 29);

    expect(await scrub()).toBe(1);
    expect(printed.slice(0, -1)).toEqual(
      [
        `${fixture.path}: missing ${digestOf(gone)}`,
        `${fixture.path}/a: missing ${digestOf(gone)}`,
        `${fixture.path}/a: damaged ${digestOf(changed)}`,
        `${fixture.path}/a: damaged ${digestOf(short)}`,
      ].sort(),
    );
    expect(printed.at(-1)).toBe('Read 3 objects (60 bytes): 1 missing, 2 damaged, 0 unreadable.');
  });

  it('reports what no repository has', async () => {
    const digest = await pushBlob(fixture.registry, fixture.path, someBytes(10));
    await fixture.registry.delete(`${fixture.path}/blobs/${digest}`);
    await appendFile(await fileOf(digest), 'x');

    expect(await scrub()).toBe(1);
    expect(printed[0]).toBe(`(no repository): damaged ${digest}`);
  });

  it('repairs from the same bytes under another digest, and from an object without a row', async () => {
    const [twice, orphaned, lost] = [someBytes(1000), someBytes(2000), someBytes(3000)];
    await pushBlob(fixture.registry, fixture.path, twice);
    await pushBlob(fixture.registry, fixture.path, twice, 'sha512');
    await pushBlob(fixture.registry, fixture.path, orphaned);
    await pushBlob(fixture.registry, fixture.path, lost);
    const orphan = await app.app.get(BlobStore).put([orphaned], []);
    await rm(await fileOf(digestOf(twice)));
    await writeFile(await fileOf(digestOf(orphaned)), someBytes(2000));
    await rm(await fileOf(digestOf(lost)));

    expect(await scrub('--repair')).toBe(1);

    expect(printed.at(-1)).toBe('Read 4 objects (7000 bytes): 2 missing, 1 damaged, 0 unreadable, 2 repaired.');
    expect(printed).toContain(`${fixture.path}: missing ${digestOf(twice)}, repaired`);
    expect(printed).toContain(`${fixture.path}: damaged ${digestOf(orphaned)}, repaired`);
    expect(printed).toContain(`${fixture.path}: missing ${digestOf(lost)}`);
    expect([await served(digestOf(twice)), await served(digestOf(orphaned))]).toEqual([twice, orphaned]);
    expect((await fixture.registry.get(`${fixture.path}/blobs/${digestOf(twice, 'sha512')}`)).bytes).toEqual(twice);
    expect(await fileOf(digestOf(orphaned))).not.toContain(orphan.key);
    expect(await scrub()).toBe(1);
    expect(printed).toEqual([
      `${fixture.path}: missing ${digestOf(lost)}`,
      'Read 4 objects (7000 bytes): 1 missing, 0 damaged, 0 unreadable.',
    ]);
  });

  it('refuses unknown arguments', async () => {
    await expect(scrub('--fix')).rejects.toThrow("Unknown option '--fix'.\nUsage: npm run cli -- scrub [--repair]");
  });
});
