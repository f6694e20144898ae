import { parseTree } from '../../../platform/git/tree-object.js';
import { idOf } from '../../../platform/git/pack.js';
import type { NewObject } from '../../../platform/git/pack.js';
import { TreeDraft } from './tree-draft.js';

const BLOB = 'b'.repeat(40);

/** Writes what the draft made where the next one reads it. */
async function kept(draft: TreeDraft, store: Map<string, NewObject>): Promise<string> {
  const { rootId, objects } = await draft.write();
  objects.forEach((object) => store.set(idOf(object), object));
  return rootId;
}
const names = (store: Map<string, NewObject>, id: string): string[] =>
  parseTree(store.get(id)!.content).map(({ name, type }) => (type === 'tree' ? `${name}/` : name));
const reader = (store: Map<string, NewObject>) => (id: string) =>
  Promise.resolve(store.has(id) ? parseTree(store.get(id)!.content) : []);

describe('TreeDraft', () => {
  it('makes folders as they are needed, and takes emptied ones away', async () => {
    const store = new Map<string, NewObject>();
    const first = new TreeDraft(reader(store), null);
    await first.put('a/b/c.txt', '100644', BLOB);
    await first.put('top', '100755', BLOB);
    const root = await kept(first, store);
    expect(names(store, root)).toEqual(['a/', 'top']);

    const second = new TreeDraft(reader(store), root);
    expect(await second.look('a/b/c.txt')).toEqual({ mode: '100644', type: 'blob', id: BLOB });
    expect(await second.look('a/b')).toBe('folder');
    expect(await second.look('top/x')).toBe('under file');
    expect(await second.look('a/none')).toBeNull();
    await second.remove('a/b/c.txt');
    expect(names(store, await kept(second, store))).toEqual(['top']);
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

  it('is the empty tree of git when nothing is left', async () => {
    expect((await new TreeDraft(reader(new Map()), null).write()).rootId).toBe(
      '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    );
  });
});
