import { inTurns } from './in-turns.js';
import { Pacer } from './pacer.js';

/** Number of items sorted in one turn. */
const RUN = 8192;

export type Order<T> = (one: T, other: T) => number;

/** Like `toSorted`, in short turns: sorted runs are merged pairwise. */
export async function sortInTurns<T>(items: readonly T[], order: Order<T>): Promise<readonly T[]> {
  if (items.length <= RUN) {
    return [...items].sort(order);
  }
  const pacer = new Pacer();
  let runs: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += RUN) {
    runs.push(items.slice(at, at + RUN).sort(order));
    await pacer.pause();
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], order, pacer));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Sorts by a key that is computed once per item. */
export async function sortInTurnsBy<T, K>(items: Iterable<T>, read: (item: T) => K, order: Order<K>): Promise<T[]> {
  const known: { readonly item: T; readonly key: K }[] = [];
  await inTurns(items, (item) => known.push({ item, key: read(item) }));
  return (await sortInTurns(known, (one, other) => order(one.key, other.key))).map(({ item }) => item);
}

async function merge<T>(one: readonly T[], other: readonly T[], order: Order<T>, pacer: Pacer): Promise<readonly T[]> {
  const merged: T[] = [];
  for (let left = 0, right = 0; left < one.length || right < other.length;) {
    const [first, second] = [one[left], other[right]];
    const takesFirst = second === undefined || (first !== undefined && order(first, second) <= 0);
    const taken = takesFirst ? first : second;
    if (taken !== undefined) {
      merged.push(taken);
    }
    left += takesFirst ? 1 : 0;
    right += takesFirst ? 0 : 1;
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return merged;
}
