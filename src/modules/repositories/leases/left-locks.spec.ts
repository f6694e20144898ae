import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeLeftLocks } from './left-locks.js';

const LOCKS = ['packed-refs.lock', 'refs/heads/topic/one.lock', 'objects/info/commit-graphs/commit-graph-chain.lock'];
const OTHERS = ['packed-refs', 'refs/heads/topic/two', 'objects/pack/pack-1.pack'];

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'left-locks-'));
  for (const name of [...LOCKS, ...OTHERS]) {
    await write(name);
  }
});
afterEach(() => rm(directory, { recursive: true }));

async function write(name: string): Promise<void> {
  await mkdir(path.dirname(path.join(directory, name)), { recursive: true });
  await writeFile(path.join(directory, name), '');
}

const files = async (): Promise<string[]> =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(directory, path.join(parentPath, name)))
    .toSorted();

describe('removeLeftLocks()', () => {
  it('removes locks that nobody takes away, wherever git has them, and nothing else', async () => {
    expect(await removeLeftLocks(directory, 0)).toBe(LOCKS.length);
    expect(await files()).toEqual(OTHERS.toSorted());
  });

  it('leaves a lock that was given back and taken anew meanwhile', async () => {
    const removing = removeLeftLocks(directory, 2000);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await rm(path.join(directory, 'packed-refs.lock'));
    await write('packed-refs.lock');

    expect(await removing).toBe(LOCKS.length - 1);
    expect(await files()).toContain('packed-refs.lock');
  });

  it('finds none where there is no repository', async () => {
    expect(await removeLeftLocks(path.join(directory, 'gone'), 0)).toBe(0);
  });
});
