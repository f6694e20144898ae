import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '../../../src/platform/blob/blob-store.js';
import { openBlobStore } from '../../../src/platform/blob/open-blob-store.js';
import { someBytes } from '../../builders/images.js';
import { MIB, inChunks } from '../../support/blob-bytes.js';

let directory: string;
let store: BlobStore;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'filesystem-store-'));
  store = await openBlobStore({ url: `file:${join(directory, 'not/there/yet')}` });
});

afterEach(() => rm(directory, { recursive: true, force: true }));

async function filesBelow(root: string) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(
    paths.map(async (path) => {
      const { ino, nlink, mode } = await stat(path);
      return { path, ino, nlink, mode };
    }),
  );
}

describe('FilesystemDriver', () => {
  it('joins parts without writing their bytes again', async () => {
    const first = await store.append(store.beginUpload(), [someBytes(3 * MIB)]);
    const upload = await store.append(first, [someBytes(MIB)]);
    const staged = (await filesBelow(directory)).map(({ ino }) => ino);

    await store.finish(upload, []);
    await store.settle(upload);

    const finished = await filesBelow(directory);
    expect(finished.map(({ ino }) => ino).toSorted()).toEqual(staged.toSorted());
    expect(finished.every(({ nlink }) => nlink === 1)).toBe(true);
  });

  it('stores files that other users cannot read', async () => {
    await store.put([Buffer.from('private')], []);

    const [file] = await filesBelow(directory);
    expect(file!.mode & 0o777).toBe(0o600);
  });

  it('shows nothing under a key while the bytes are under way', async () => {
    const watching = async function* () {
      yield someBytes(5 * MIB);
      const paths = (await filesBelow(directory)).map(({ path }) => path);
      expect(paths).toEqual([expect.stringContaining('/unfinished/')]);
      yield someBytes(5);
    };

    const { key } = await store.put(watching(), []);

    const paths = (await filesBelow(directory)).map(({ path }) => path);
    expect(paths).toEqual([expect.stringMatching(new RegExp(`/objects/${key.slice(0, 2)}/${key}$`))]);
  });

  it('goes on reading an object that is deleted meanwhile', async () => {
    const content = someBytes(4 * MIB);
    const { key } = await store.put(inChunks(content), []);

    const stream = await store.get(key);
    await store.delete(key);

    expect((await buffer(stream)).equals(content)).toBe(true);
  });

  it('is not ready where nothing can be written', async () => {
    await writeFile(join(directory, 'a-file'), '');
    const blocked = await openBlobStore({ url: `file:${join(directory, 'a-file/blobs')}` });

    await expect(blocked.probe()).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(blocked.put([Buffer.from('x')], [])).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});
