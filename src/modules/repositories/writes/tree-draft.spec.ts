import { turnsDuring } from '../../../../test/fixtures/turns-during.js';
import { parseTree } from '../../../platform/git/tree-object.js';
import { newObject } from '../../../platform/git/pack.js';
import type { NewObject } from '../../../platform/git/pack.js';
import { TreeDraft } from './tree-draft.js';

const BLOB = 'b'.repeat(40);

/** Writes what the draft made where the next one reads it. */
async function kept(draft: TreeDraft, store: Map<string, NewObject>): Promise<string> {
  const { rootId, objects } = await draft.write();
  objects.forEach((object) => store.set(object.id, object));
  return rootId;
}
const names = async (store: Map<string, NewObject>, id: string): Promise<string[]> =>
  (await parseTree(store.get(id)!.content)).map(({ name, type }) => (type === 'tree' ? `${name}/` : name));
const reader = (store: Map<string, NewObject>) => (id: string) =>
  store.has(id) ? parseTree(store.get(id)!.content) : Promise.resolve([]);

describe('TreeDraft', () => {
  it('makes folders as they are needed, and takes emptied ones away', async () => {
    const store = new Map<string, NewObject>();
    const first = new TreeDraft(reader(store), null);
    await first.put('a/b/c.txt', '100644', BLOB);
    await first.put('top', '100755', BLOB);
    const root = await kept(first, store);
    expect(await names(store, root)).toEqual(['a/', 'top']);

    const second = new TreeDraft(reader(store), root);
    expect(await second.look('a/b/c.txt')).toMatchObject({ mode: '100644', type: 'blob', id: BLOB });
    expect(await second.look('a/b')).toBe('folder');
    expect(await second.look('top/x')).toBe('under file');
    expect(await second.look('a/none')).toBeNull();
    await second.remove('a/b/c.txt');
    expect(await names(store, await kept(second, store))).toEqual(['top']);
  });

  it('writes only what changed', async () => {
    const store = new Map<string, NewObject>();
    const first = new TreeDraft(reader(store), null);
    await first.put('a/x', '100644', BLOB);
    await first.put('b/y', '100644', BLOB);
    const root = await kept(first, store);

    const second = new TreeDraft(reader(store), root);
    await second.put('b/z', '100644', BLOB);

    expect((await second.write()).objects).toHaveLength(2);
  });

  it('leaves names that are no UTF-8 as they are', async () => {
    const latin = newObject(
      'tree',
      Buffer.concat([Buffer.from('100644 caf\xe9\0', 'latin1'), Buffer.from(BLOB, 'hex')]),
    );
    const draft = new TreeDraft(reader(new Map([[latin.id, latin]])), latin.id);
    await draft.put('z', '100644', BLOB);

    const { objects } = await draft.write();

    expect(objects[0]?.content.subarray(0, latin.content.length)).toEqual(latin.content);
  });

  it('is the empty tree of git when nothing is left', async () => {
    expect((await new TreeDraft(reader(new Map()), null).write()).rootId).toBe(
      '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    );
  });

  it('lets other work go on while it tells of many deep changes', async () => {
    const draft = new TreeDraft(reader(new Map()), null);
    for (let at = 0; at < 1000; at += 1) {
      await draft.put(`${at}/${'d/'.repeat(250)}x`, '100644', BLOB);
    }

    expect(await turnsDuring(() => draft.changes())).toBeGreaterThan(3);
  });
});
