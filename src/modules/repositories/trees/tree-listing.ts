import { inTurns } from '../../../common/concurrency/in-turns.js';
import { sortInTurns } from '../../../common/concurrency/sort-in-turns.js';
import { compareKeys, nameOfKey } from '../../../platform/git/tree-object.js';
import type { TreeEntry } from '../../../platform/git/tree-object.js';

/** One row of a tree's listing. */
export interface ListedEntry extends Pick<TreeEntry, 'mode' | 'type' | 'id' | 'name'> {
  /** Path from the root of the repository. */
  readonly path: string;
}

/**
 * Sorts trees before blobs before commits, each by the bytes of their names (contract: git §3.4), and pauses so that
 * other requests are served.
 */
export async function inListingOrder(entries: readonly TreeEntry[]): Promise<readonly TreeEntry[]> {
  const ofType: Readonly<Record<TreeEntry['type'], TreeEntry[]>> = { tree: [], blob: [], commit: [] };
  await inTurns(entries, (entry) => ofType[entry.type].push(entry));
  const { tree, blob, commit } = ofType;
  return [...(await byName(tree))].concat(await byName(blob), await byName(commit));
}

/**
 * Skips sorting if the entries are already ordered, as blobs in git's order are: sorting a million takes longer than
 * reading them.
 */
async function byName(entries: readonly TreeEntry[]): Promise<readonly TreeEntry[]> {
  const order = { last: '', isKept: true };
  await inTurns(entries, ({ key }) => {
    order.isKept &&= order.last <= key;
    order.last = key;
  });
  return order.isKept ? entries : sortInTurns(entries, (one, other) => compareKeys(one.key, other.key));
}

/** `prefix` contains the bytes of the folder's path with a trailing slash; empty for the top folder. */
export const listed = ({ mode, type, id, name, key }: TreeEntry, prefix: string): ListedEntry => ({
  mode,
  type,
  id,
  name,
  path: nameOfKey(prefix + key),
});
