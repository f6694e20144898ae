import { writeTree } from '../../../platform/git/tree-object.js';
import type { TreeEntry } from '../../../platform/git/tree-object.js';
import { idOf } from '../../../platform/git/pack.js';
import type { NewObject } from '../../../platform/git/pack.js';

/** Reads the entries of a tree that exists. */
export type TreeReader = (treeId: string) => Promise<readonly TreeEntry[]>;

interface Folder {
  readonly kind: 'folder';
  /** Null when it was changed, or is new. */
  id: string | null;
  /** Undefined until somebody looks inside. */
  children: Map<string, Folder | File> | undefined;
}

interface File {
  readonly kind: 'file';
  readonly entry: Omit<TreeEntry, 'name'>;
}

const TREE_MODE = '040000';

/** A tree that is being changed in memory; only the folders on the way of a change are ever read. */
export class TreeDraft {
  private readonly root: Folder;

  constructor(
    private readonly read: TreeReader,
    rootId: string | null,
  ) {
    this.root = { kind: 'folder', id: rootId, children: rootId === null ? new Map() : undefined };
  }

  /** What lies at the path: a file, `folder`, `under file` when a file is on the way, or nothing. */
  async look(path: string): Promise<Omit<TreeEntry, 'name'> | 'folder' | 'under file' | null> {
    const segments = path.split('/');
    let folder = this.root;
    for (const [depth, segment] of segments.entries()) {
      const child = (await this.childrenOf(folder)).get(segment);
      if (!child) {
        return null;
      }
      if (depth === segments.length - 1) {
        return child.kind === 'file' ? child.entry : 'folder';
      }
      if (child.kind === 'file') {
        return 'under file';
      }
      folder = child;
    }
    return null;
  }

  /** Puts a blob at the path, where {@link look} found nothing or a file. */
  async put(path: string, mode: string, id: string): Promise<void> {
    const segments = path.split('/');
    const name = segments.pop() ?? '';
    let folder = this.root;
    folder.id = null;
    for (const segment of segments) {
      folder = await this.enter(folder, segment);
    }
    (await this.childrenOf(folder)).set(name, { kind: 'file', entry: { mode, type: 'blob', id } });
  }

  /** Takes away what lies at the path, and the folders that it leaves empty. */
  async remove(path: string): Promise<void> {
    await this.removeFrom(this.root, path.split('/'));
  }

  /** The id of the root, and the trees that are new, those below before those above. */
  async write(): Promise<{ readonly rootId: string; readonly objects: readonly NewObject[] }> {
    const objects: NewObject[] = [];
    return { rootId: await this.writeFolder(this.root, objects), objects };
  }

  private async enter(folder: Folder, name: string): Promise<Folder> {
    const children = await this.childrenOf(folder);
    const held = children.get(name);
    const inner: Folder = held?.kind === 'folder' ? held : { kind: 'folder', id: null, children: new Map() };
    await this.childrenOf(inner);
    inner.id = null;
    children.set(name, inner);
    return inner;
  }

  private async removeFrom(folder: Folder, [name = '', ...rest]: readonly string[]): Promise<void> {
    const children = await this.childrenOf(folder);
    const child = children.get(name);
    folder.id = null;
    if (rest.length === 0 || child?.kind !== 'folder') {
      children.delete(name);
      return;
    }
    await this.removeFrom(child, rest);
    if ((await this.childrenOf(child)).size === 0) {
      children.delete(name);
    }
  }

  private async childrenOf(folder: Folder): Promise<Map<string, Folder | File>> {
    folder.children ??= new Map((await this.read(folder.id ?? '')).map(({ name, ...entry }) => [name, nodeOf(entry)]));
    return folder.children;
  }

  private async writeFolder(folder: Folder, objects: NewObject[]): Promise<string> {
    if (folder.id !== null) {
      return folder.id;
    }
    const entries: TreeEntry[] = [];
    for (const [name, child] of folder.children ?? []) {
      entries.push(
        child.kind === 'file'
          ? { ...child.entry, name }
          : { name, mode: TREE_MODE, type: 'tree', id: await this.writeFolder(child, objects) },
      );
    }
    const tree: NewObject = { type: 'tree', content: writeTree(entries) };
    objects.push(tree);
    return idOf(tree);
  }
}

const nodeOf = (entry: Omit<TreeEntry, 'name'>): Folder | File =>
  entry.type === 'tree' ? { kind: 'folder', id: entry.id, children: undefined } : { kind: 'file', entry };
