import { createHash } from 'node:crypto';
import { LruMap } from '../../common/cache/lru-map.js';
import type { IdSet } from './id-set.js';

type SelectedIds = Pick<IdSet, 'ids'>;

const KEPT_FOR_MS = 60_000;
const MOST_KEPT = 1000;

/** Remembers which sets had many ids: the next page of a search asks for the same set. */
export class LargeSets {
  /** Until when each is remembered, by the digest of its statement. */
  private readonly known = new LruMap<string, number>(MOST_KEPT);

  has(set: SelectedIds): boolean {
    return (this.known.get(digestOf(set)) ?? 0) > performance.now();
  }

  add(set: SelectedIds): void {
    this.known.set(digestOf(set), performance.now() + KEPT_FOR_MS);
  }
}

function digestOf({ ids: { text, values } }: SelectedIds): string {
  return createHash('sha1').update(text).update(JSON.stringify(values)).digest('base64url');
}
