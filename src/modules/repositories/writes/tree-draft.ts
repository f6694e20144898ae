import { sortInTurns } from '../../../common/concurrency/sort-in-turns.js';
import { Pacer } from '../../../common/concurrency/pacer.js';
import { compareKeys, nameKey, writeTree } from '../../../platform/git/tree-object.js';
import type { NewTreeEntry, TreeEntry } from '../../../platform/git/tree-object.js';
import { newObject } from '../../../platform/git/pack.js';
import type { NewObject } from '../../../platform/git/pack.js';

/** Reads the entries of an existing tree. */
export type TreeReader = (treeId: string) => Promise<readonly TreeEntry[]>;

/** A file in a draft. */
export type DraftedFile = Pick<TreeEntry, 'mode' | 'type' | 'id'>;

/** A file that differs between the draft and the original tree, or exists in only one of them. */
export interface DraftChange {
  readonly path: string;
  readonly before: DraftedFile | null;
  readonly after: DraftedFile | null;
}

/** A folder of the draft; its entries are read when needed. */
class Folder {
  constructor(
    /** Null if the folder is new or changed. */
    public id: string | null,
    public children: Children | undefined,
  ) {}
}

/** Entries by the bytes of their names. An entry of type tree is a folder that has not been loaded. */
type Children = Map<string, Folder | DraftedFile>;

const TREE_MODE = '040000';

/**
 * A tree that is changed in memory; only the folders on changed paths are read. Names are keyed by their bytes, so
 * names that are not valid UTF-8 stay as they are.
 */
export class TreeDraft {
  private readonly root: Folder;
  /** The original entry of each path that was changed. */
  private readonly originals = new Map<string, DraftedFile | null>();

  constructor(
    private readonly read: TreeReader,
    rootId: string | null,
  ) {
    this.root = new Folder(rootId, rootId === null ? new Map() : undefined);
  }

  /** Returns what is at the path: a file, `folder`, `under file` if a parent is a file, or null. */
  async look(path: string): Promise<DraftedFile | 'folder' | 'under file' | null> {
    const keys = keysOf(path);
    let folder = this.root;
    for (const [depth, key] of keys.entries()) {
      const children = folder.children ?? (await this.load(folder));
      const child = children.get(key);
      const inner = child && folderAt(children, key, child);
      if (!child || depth === keys.length - 1) {
        return !child ? null : child instanceof Folder || inner ? 'folder' : child;
      }
      if (!inner) {
        return 'under file';
      }
      folder = inner;
    }
    return null;
  }

  /** Puts a blob at the path, where {@link look} returned null or a file. */
  async put(path: string, mode: string, id: string): Promise<void> {
    const keys = keysOf(path);
    const last = keys.pop() ?? '';
    let folder = this.root;
    for (const key of keys) {
      folder = await this.enter(folder, key);
    }
    const children = folder.children ?? (await this.load(folder));
    this.note(path, children.get(last));
    children.set(last, { mode, type: 'blob', id });
    folder.id = null;
  }

  /** Removes the entry at the path and folders that become empty. */
  async remove(path: string): Promise<void> {
    const keys = keysOf(path);
    const trail: Children[] = [];
    let folder: Folder | null = this.root;
    for (const key of keys) {
      const children: Children = folder.children ?? (await this.load(folder));
      const child = children.get(key);
      trail.push(children);
      folder.id = null;
      folder = child ? folderAt(children, key, child) : null;
      if (!folder) {
        this.note(path, child);
        break;
      }
    }
    for (const [depth, children] of [...trail.entries()].reverse()) {
      children.delete(keys[depth] ?? '');
      if (children.size > 0) {
        return;
      }
    }
  }

  /** Returns the id of the root and the new trees, children before parents, each only once. */
  async write(): Promise<{ readonly rootId: string; readonly objects: readonly NewObject[] }> {
    const pacer = new Pacer();
    const objects = new Map<string, NewObject>();
    for (const folder of this.changed().reverse()) {
      const tree = newObject('tree', await writeTree(entriesOf(folder)));
      objects.set(tree.id, tree);
      folder.id = tree.id;
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
    return { rootId: this.root.id ?? '', objects: [...objects.values()] };
  }

  /** Returns what changed at the changed paths, in git's order. */
  async changes(): Promise<readonly DraftChange[]> {
    const pacer = new Pacer();
    const changes: DraftChange[] = [];
    for (const [path, before] of this.originals) {
      const found = await this.look(path);
      const after = typeof found === 'string' ? null : found;
      if (before?.id !== after?.id || before?.mode !== after?.mode) {
        changes.push({ path, before, after });
      }
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
    return sortInTurns(changes, (one, other) => compareKeys(nameKey(one.path), nameKey(other.path)));
  }

  private note(path: string, held: Folder | DraftedFile | undefined): void {
    if (!this.originals.has(path)) {
      this.originals.set(path, held === undefined || held instanceof Folder ? null : held);
    }
  }

  /** Returns new or changed folders, each before those inside it. */
  private changed(): Folder[] {
    const found = this.root.id === null ? [this.root] : [];
    for (const { children } of found) {
      for (const child of children?.values() ?? []) {
        if (child instanceof Folder && child.id === null) {
          found.push(child);
        }
      }
    }
    return found;
  }

  /** Returns the folder of that name for a change, and creates it if necessary. */
  private async enter(folder: Folder, key: string): Promise<Folder> {
    const children = folder.children ?? (await this.load(folder));
    folder.id = null;
    const child = children.get(key);
    const held = child ? folderAt(children, key, child) : null;
    const inner = held ?? new Folder(null, new Map());
    children.set(key, inner);
    return inner;
  }

  private async load(folder: Folder): Promise<Children> {
    const pacer = new Pacer();
    const children: Children = new Map();
    for (const entry of await this.read(folder.id ?? '')) {
      children.set(entry.key, entry);
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
    folder.children = children;
    return children;
  }
}

const keysOf = (path: string): string[] => nameKey(path).split('/');

/** Returns the folder of a name, in a form whose entries can be loaded; null for a file. */
function folderAt(children: Children, key: string, child: Folder | DraftedFile): Folder | null {
  if (child instanceof Folder || child.type !== 'tree') {
    return child instanceof Folder ? child : null;
  }
  const folder = new Folder(child.id, undefined);
  children.set(key, folder);
  return folder;
}

const entriesOf = ({ children = new Map() }: Folder): NewTreeEntry[] =>
  [...children].map(([key, child]) =>
    child instanceof Folder
      ? { key, mode: TREE_MODE, type: 'tree', id: child.id ?? '' }
      : { key, mode: child.mode, type: child.type, id: child.id },
  );
