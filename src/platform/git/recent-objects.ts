import { LruMap } from '../../common/cache/lru-map.js';
import type { GitObject, ObjectType } from './cat-file.js';

/** What is larger is read again. */
const LARGEST = 8 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;
/** What an entry takes beside its content, about. */
const ENTRY_BYTES = 400;
/** Then it is read again: maintenance may have pruned it. A child that keeps packs open is not older either. */
const MOST_AGE_MS = 60_000;

interface Entry {
  readonly object: GitObject;
  readonly readAt: number;
}

/**
 * Commits and trees that were read or written lately: reading history and adding to it asks for the same ones again and
 * again. Nothing ever changes an object, and no two repositories lie in one directory one after the other.
 */
export class RecentObjects {
  private readonly entries = new LruMap<string, Entry>(MOST_BYTES, ({ object }) => object.size + ENTRY_BYTES);

  /** `now` answers milliseconds that never go back. */
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

  /** Keeps the object if it is a small commit or tree, and whole. */
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

/** In memory of its own: parts of something larger, such as the 8 KiB that short buffers share, would keep all of that. */
function copied(content: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(content.length);
  content.copy(copy);
  return copy;
}

const keyOf = (directory: string, id: string): string => `${directory}\0${id}`;
