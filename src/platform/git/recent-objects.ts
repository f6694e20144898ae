import { LruMap } from '../../common/cache/lru-map.js';
import type { GitObject, ObjectType } from './cat-file.js';

/** Larger objects are not kept. */
const LARGEST = 8 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;
/** Approximate memory of an entry in addition to its content. */
const ENTRY_BYTES = 400;
/**
 * Older entries are read again, since maintenance may have pruned the object. Children that keep packs open have the
 * same maximum age.
 */
const MOST_AGE_MS = 60_000;

interface Entry {
  readonly object: GitObject;
  readonly readAt: number;
}

/**
 * Cache of recently read or written commits and trees: reading a history and adding to it needs the same ones
 * repeatedly. Objects never change, and a directory is never reused for another repository.
 */
export class RecentObjects {
  private readonly entries = new LruMap<string, Entry>(MOST_BYTES, ({ object }) => object.size + ENTRY_BYTES);

  /** `now` returns monotonic milliseconds. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  of(directory: string, id: string): GitObject | undefined {
    const key = keyOf(directory, id);
    const entry = this.entries.get(key);
    if (entry && this.now() - entry.readAt > MOST_AGE_MS) {
      this.entries.delete(key);
      return undefined;
    }
    return entry?.object;
  }

  /** Keeps the object if it is a small and complete commit or tree. */
  note(directory: string, object: { readonly id: string; readonly type: ObjectType; readonly content: Buffer }): void {
    const { id, type, content } = object;
    const key = keyOf(directory, id);
    if (type === 'blob' || content.length > LARGEST || this.entries.get(key)) {
      return;
    }
    const copy = { id, type, size: content.length, content: copied(content) };
    this.entries.set(key, { object: copy, readAt: this.now() });
  }
}

/** A slice of a larger buffer, such as the 8 KiB pool of short buffers, would keep all of it in memory. */
function copied(content: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(content.length);
  content.copy(copy);
  return copy;
}

const keyOf = (directory: string, id: string): string => `${directory}\0${id}`;
