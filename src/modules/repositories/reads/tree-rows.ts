import type { TreeEntry } from '../../../platform/git/tree-object.js';

/** A folder that is being listed. */
export interface OpenFolder {
  readonly entries: readonly TreeEntry[];
  /** Index of the next entry. */
  next: number;
  /** Bytes of the folder's path with a trailing slash; empty for the top folder. */
  readonly prefix: string;
}

export interface TreeRow {
  readonly entry: TreeEntry;
  /** Bytes of the parent folder's path with a trailing slash; empty for the top folder. */
  readonly prefix: string;
}

/** Reads the entries of a folder in listing order; `siblings` are the entries that follow the folder. */
export type FolderReader = (
  treeId: string,
  prefix: string,
  siblings?: Iterable<TreeEntry>,
) => Promise<readonly TreeEntry[]>;

/**
 * Yields all entries from the innermost folder's next one on, each folder followed by its content. Folders are read
 * when they are reached. Not recursive, because a push may create trees of any depth.
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
