import * as files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';

const link = jest.fn<typeof files.link>();
jest.unstable_mockModule('node:fs/promises', () => ({ ...files, link }));

const { BlobTree } = await import('./blob-tree.js');
const { joinFiles } = await import('./joined-files.js');

const KEY = 'ab'.repeat(16);

describe('joinFiles on a file system without hard links', () => {
  let tree: InstanceType<typeof BlobTree>;

  beforeEach(async () => {
    tree = new BlobTree(await files.mkdtemp(join(tmpdir(), 'joined-files-')));
    await files.mkdir(tree.shardOf(KEY), { recursive: true });
    await files.writeFile(tree.object(`${KEY}.1`), 'one ');
    await files.writeFile(tree.object(`${KEY}.2`), 'two');
  });

  afterEach(() => files.rm(join(tree.objects, '..'), { recursive: true, force: true }));

  const parts = [
    { key: `${KEY}.1`, size: 4 },
    { key: `${KEY}.2`, size: 3 },
  ];

  it('copies the parts', async () => {
    link.mockRejectedValue(Object.assign(new Error('no links here'), { code: 'EPERM' }));

    await joinFiles(tree, KEY, parts);

    const joined = await files.readdir(tree.object(KEY));
    const contents = await Promise.all(
      joined.toSorted().map((name) => files.readFile(join(tree.object(KEY), name), 'utf8')),
    );
    expect(contents.join('')).toBe('one two');
  });

  it('leaves nothing when it fails', async () => {
    link.mockRejectedValue(Object.assign(new Error('disk full'), { code: 'ENOSPC' }));

    await expect(joinFiles(tree, KEY, parts)).rejects.toThrow('disk full');

    expect(await files.readdir(tree.unfinished)).toEqual([]);
    expect(await files.readdir(tree.shardOf(KEY))).toEqual([`${KEY}.1`, `${KEY}.2`]);
  });
});
