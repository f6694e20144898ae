import { sortInTurns } from '../../../common/concurrency/sort-in-turns.js';
import { compareKeys, nameOfKey } from '../../../platform/git/tree-object.js';
import type { TreeEntry } from '../../../platform/git/tree-object.js';

/** One row of a tree's listing. */
export interface ListedEntry extends Pick<TreeEntry, 'mode' | 'type' | 'id' | 'name'> {
  /** From the root of the repository. */
  readonly path: string;
}

const TYPES: readonly TreeEntry['type'][] = ['tree', 'blob', 'commit'];

/** Trees before blobs before commits, by the bytes of their names (contract: git §3.4). */
export async function inListingOrder(entries: readonly TreeEntry[]): Promise<readonly TreeEntry[]> {
  const ordered: (readonly TreeEntry[])[] = [];
  for (const wanted of TYPES) {
    const ofType = entries.filter(({ type }) => type === wanted);
    ordered.push(await sortInTurns(ofType, (one, other) => compareKeys(one.key, other.key)));
  }
  return ordered.flat();
}

/** `prefix` is the bytes of the folder's path with a slash at the end; empty for the top folder. */
export const listed = ({ mode, type, id, name, key }: TreeEntry, prefix: string): ListedEntry => ({
  mode,
  type,
  id,
  name,
  path: nameOfKey(prefix + key),
});
