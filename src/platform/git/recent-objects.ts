import type { GitObject, ObjectType } from './cat-file.js';

/** What is larger is read again. */
const LARGEST = 8 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;
/** What an entry takes beside its content, about. */
const ENTRY_BYTES = 400;

/**
 * Commits and trees that were read or written lately: reading history and adding to it asks for the same ones again and
 * again. Nothing ever changes an object, and no two repositories lie in one directory one after the other.
 */
export class RecentObjects {
  private readonly objects = new Map<string, GitObject>();
  private bytes = 0;

  of(directory: string, id: string): GitObject | undefined {
    const key = keyOf(directory, id);
    const object = this.objects.get(key);
    if (object) {
      this.objects.delete(key); // the latest is the last
      this.objects.set(key, object);
    }
    return object;
  }

  /** Keeps the object if it is a small commit or tree, and whole. */
  note(directory: string, object: { readonly id: string; readonly type: ObjectType; readonly content: Buffer }): void {
    const { id, type, content } = object;
    const key = keyOf(directory, id);
    if (type === 'blob' || content.length > LARGEST || this.objects.has(key)) {
      return;
    }
    // A copy: the content may be part of something much larger.
    this.objects.set(key, { id, type, size: content.length, content: Buffer.from(content) });
    this.bytes += content.length + ENTRY_BYTES;
    this.forgetOldest();
  }

  private forgetOldest(): void {
    for (const [key, { size }] of this.objects) {
      if (this.bytes <= MOST_BYTES) {
        return;
      }
      this.objects.delete(key);
      this.bytes -= size + ENTRY_BYTES;
    }
  }
}

const keyOf = (directory: string, id: string): string => `${directory}\0${id}`;
