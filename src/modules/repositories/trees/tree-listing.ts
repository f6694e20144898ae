import type { TreeEntry } from '../../../platform/git/tree-object.js';

/** One row of a tree's listing. */
export interface ListedEntry extends TreeEntry {
  /** From the root of the repository. */
  readonly path: string;
}

const RANKS: Readonly<Record<TreeEntry['type'], number>> = { tree: 0, blob: 1, commit: 2 };
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const inOrder = (one: TreeEntry, other: TreeEntry): number =>
  RANKS[one.type] - RANKS[other.type] || byBytes(one.name, other.name);

/** Trees before blobs before commits, by name (contract: git §3.4). */
export const listEntries = (entries: readonly TreeEntry[], folder: string): ListedEntry[] =>
  [...entries]
    .sort(inOrder)
    .map((entry) => ({ ...entry, path: folder === '' ? entry.name : `${folder}/${entry.name}` }));

/** The same of everything below, each tree followed by what lies in it; `paths` are from the root. */
export function listDeep(entries: readonly ListedEntry[], folder: string): ListedEntry[] {
  const children = new Map<string, ListedEntry[]>();
  for (const entry of entries) {
    const parent = entry.path.slice(0, Math.max(0, entry.path.length - entry.name.length - 1));
    children.set(parent, [...(children.get(parent) ?? []), entry]);
  }
  const walk = (parent: string): ListedEntry[] =>
    (children.get(parent) ?? [])
      .sort(inOrder)
      .flatMap((entry) => [entry, ...(entry.type === 'tree' ? walk(entry.path) : [])]);
  return walk(folder);
}

/** Reads `ls-tree -z`: mode, type and id, a tab, the path, closed by NUL. */
export function readListing(text: string): ListedEntry[] {
  return text
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const tab = line.indexOf('\t');
      const [mode = '', type, id = ''] = line.slice(0, tab).split(' ');
      const path = line.slice(tab + 1);
      const name = path.slice(path.lastIndexOf('/') + 1);
      return { mode, type: type === 'tree' || type === 'commit' ? type : 'blob', id, name, path };
    });
}
