import type { TreeEntry } from '../../../platform/git/tree-object.js';

/** A folder that is being listed. */
export interface OpenFolder {
  readonly entries: readonly TreeEntry[];
  /** Index of the entry that comes next. */
  next: number;
  /** The bytes of its path with a slash at the end; empty for the top folder. */
  readonly prefix: string;
}

export interface TreeRow {
  readonly entry: TreeEntry;
  /** The bytes of its folder's path with a slash at the end; empty for the top folder. */
  readonly prefix: string;
}

/** Entries of the tree of a folder, in the order in which they are to be listed; `siblings` are what comes after it. */
export type FolderReader = (
  treeId: string,
  prefix: string,
  siblings?: Iterable<TreeEntry>,
) => Promise<readonly TreeEntry[]>;

/**
 * All entries from the innermost folder's next one on, each folder followed by what lies in it. Folders are read as they
 * are reached, and no depth needs a stack of calls: a push brings trees of any shape.
 */
export async function* rowsBelow(read: FolderReader, open: OpenFolder[]): AsyncGenerator<TreeRow> {
  for (let folder = open.at(-1); folder; folder = open.at(-1)) {
    const { entries, next, prefix } = folder;
    const entry = entries[next];
    if (!entry) {
      open.pop();
      continue;
    }
    folder.next += 1;
    yield { entry, prefix };
    if (entry.type === 'tree') {
      const inner = `${prefix}${entry.key}/`;
      open.push({ entries: await read(entry.id, inner, from(entries, next + 1)), next: 0, prefix: inner });
    }
  }
}

function* from(entries: readonly TreeEntry[], start: number): Generator<TreeEntry> {
  for (let at = start; at < entries.length; at += 1) {
    const entry = entries[at];
    if (entry) {
      yield entry;
    }
  }
}
