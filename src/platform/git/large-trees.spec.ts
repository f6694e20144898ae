import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CatFile } from './cat-file.js';
import { LARGE_TREE_BYTES, LargeTrees } from './large-trees.js';
import type { LargeTreeTurn } from './large-trees.js';
import { RecentObjects } from './recent-objects.js';
import { RepositoryObjects } from './repository-objects.js';
import { writeTree } from './tree-object.js';

const ID = 'a'.repeat(40);
const PATIENCE_MS = 60_000;

async function treeOf(bytes: number): Promise<Buffer> {
  const key = 'x'.repeat(1000);
  const entry = (n: number) => ({ key: `${key}${n}`, type: 'blob' as const, id: ID, mode: '100644' });
  return writeTree(Array.from({ length: Math.ceil(bytes / key.length) }, (_, n) => entry(n)));
}

let large: Buffer;
let small: Buffer;
beforeAll(async () => {
  [large, small] = await Promise.all([treeOf(LARGE_TREE_BYTES), treeOf(LARGE_TREE_BYTES / 2)]);
});

function readingOf(turn: LargeTreeTurn, content: Buffer): RepositoryObjects {
  const find = () => Promise.resolve({ id: ID, type: 'tree', size: content.length, content });
  return new RepositoryObjects(null, () => Promise.resolve({ find } as unknown as CatFile), new RecentObjects(), turn);
}

/** Whether the entries come before anything else ends. */
async function isRead(tree: Promise<unknown>): Promise<boolean> {
  const seen = { isRead: false };
  void tree.then(() => (seen.isRead = true));
  for (let turn = 0; turn < 1000 && !seen.isRead; turn += 1) {
    await nextTurn();
  }
  return seen.isRead;
}

describe('LargeTrees', () => {
  it('lets two repositories hold entries of large trees, and the next one when a reading has ended', async () => {
    const trees = new LargeTrees(PATIENCE_MS);
    const [first, second, third] = ['a', 'b', 'c'].map((directory) => trees.turnOf(directory));
    await readingOf(first!, large).tree(ID);
    await readingOf(second!, large).tree(ID);
    const waiting = readingOf(third!, large).tree(ID);

    expect(await isRead(waiting)).toBe(false);
    first!.end();
    expect(await waiting).not.toHaveLength(0);
    [second!, third!].forEach((turn) => {
      turn.end();
    });
  });

  it('lets one reading of a repository hold as many as it asks for, and another one none meanwhile', async () => {
    const trees = new LargeTrees(PATIENCE_MS);
    const [one, other] = [trees.turnOf('a'), trees.turnOf('a')];
    await readingOf(one, large).tree(ID);
    await readingOf(one, large).tree(ID);
    const waiting = readingOf(other, large).tree(ID);

    expect(await isRead(waiting)).toBe(false);
    one.end();
    await waiting;
    other.end();
  });

  it('holds up neither small trees nor entries of a path', async () => {
    const trees = new LargeTrees(PATIENCE_MS);
    const [holder, other] = [trees.turnOf('a'), trees.turnOf('a')];
    await readingOf(holder, large).tree(ID);

    expect(await readingOf(other, small).tree(ID)).not.toHaveLength(0);
    expect(await readingOf(other, large).entryAt(ID, `${'x'.repeat(1000)}7`)).toMatchObject({ id: ID });
    holder.end();
    other.end();
  });

  it('passes on the turn of a reading that ended while it waited', async () => {
    const trees = new LargeTrees(PATIENCE_MS);
    const [holder, waiting, next] = ['a', 'a', 'a'].map((directory) => trees.turnOf(directory));
    await holder!.take();
    const taken = waiting!.take();
    waiting!.end();
    holder!.end();
    await taken;

    await expect(next!.take()).resolves.toBeUndefined();
    next!.end();
  });

  it('answers 503 to whom no turn comes in time', async () => {
    const trees = new LargeTrees(1);
    const [holder, other] = [trees.turnOf('a'), trees.turnOf('a')];
    await holder.take();

    await expect(other.take()).rejects.toMatchObject({ status: 503 });
    holder.end();
  });
});
