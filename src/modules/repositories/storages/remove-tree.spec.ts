import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeTree, removeTreeSync } from './remove-tree.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'slipway-tree-'));
  await mkdir(path.join(directory, 'other'));
  await writeFile(path.join(directory, 'other', 'file'), 'x');
});
afterEach(() => rm(directory, { recursive: true }));

const WAYS = [
  ['removeTree', removeTree],
  ['removeTreeSync', removeTreeSync],
] as const;

describe.each(WAYS)('%s', (_, remove) => {
  it('removes files, links and directories, and leaves alone what links lead to', async () => {
    const tree = path.join(directory, 'tree');
    await mkdir(path.join(tree, 'below', 'empty'), { recursive: true });
    await writeFile(path.join(tree, 'below', 'file'), 'x');
    await symlink(path.join(directory, 'other'), path.join(tree, 'link'));

    await remove(tree);

    expect(await readdir(directory)).toEqual(['other']);
    expect(await readdir(path.join(directory, 'other'))).toEqual(['file']);
  });

  it('removes a link itself', async () => {
    await symlink(path.join(directory, 'other'), path.join(directory, 'link'));

    await remove(path.join(directory, 'link'));

    expect(await readdir(directory)).toEqual(['other']);
    expect(await readdir(path.join(directory, 'other'))).toEqual(['file']);
  });

  it('does nothing where there is nothing', async () => {
    await remove(path.join(directory, 'none'));

    expect(await readdir(directory)).toEqual(['other']);
  });
});
