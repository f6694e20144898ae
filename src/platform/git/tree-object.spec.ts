import { findInTree, nameKey, parseTree, writeTree } from './tree-object.js';
import type { TreeEntry } from './tree-object.js';

const ID = 'a'.repeat(40);
const entry = (name: string, type: 'blob' | 'tree'): TreeEntry => ({
  name,
  key: nameKey(name),
  type,
  id: ID,
  mode: type === 'tree' ? '040000' : '100644',
});
const raw = (...entries: string[]) =>
  Buffer.concat(entries.flatMap((text) => [Buffer.from(`${text}\0`, 'latin1'), Buffer.from(ID, 'hex')]));

describe('writeTree() and parseTree()', () => {
  it('write in the order of git and read the same back', async () => {
    const written = await writeTree([
      entry('a', 'tree'),
      entry('a.txt', 'blob'),
      entry('a-b', 'blob'),
      entry('ü', 'blob'),
    ]);

    const read = await parseTree(written);

    expect(read.map(({ name, type, mode, id }) => [name, type, mode, id])).toEqual([
      ['a-b', 'blob', '100644', ID],
      ['a.txt', 'blob', '100644', ID],
      ['a', 'tree', '040000', ID],
      ['ü', 'blob', '100644', ID],
    ]);
  });

  it('keep the bytes of names that are no UTF-8', async () => {
    const [broken] = await parseTree(raw('100644 caf\xe9'));

    expect(broken).toMatchObject({ key: 'caf\xe9' });
    expect(broken?.name).toBe('caf\ufffd');
    expect(await writeTree(broken ? [broken] : [])).toEqual(raw('100644 caf\xe9'));
  });

  it('stop where an object is no tree any more', async () => {
    expect(await parseTree(Buffer.from('100644 a'))).toEqual([]);
    expect(await parseTree(Buffer.concat([raw('100644 a'), Buffer.from('nothing')]))).toHaveLength(1);
  });
});

describe('findInTree()', () => {
  const tree = raw('100644 a', '40000 a b', '100644 ab', '120000 caf\xe9');

  it.each(['a', 'a b', 'ab', 'caf\xe9'])('finds %j as parseTree reads it', async (key) => {
    const expected = (await parseTree(tree)).find((one) => one.key === key);

    expect(await findInTree(tree, key)).toEqual(expected);
  });

  it.each(['', 'b', 'a ', 'abc', 'caf', '100644 a'])('finds no %j', async (key) => {
    expect(await findInTree(tree, key)).toBeNull();
  });
});
