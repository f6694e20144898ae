import type { StoredKey } from './blob-store.js';

/** A module that stores bytes in the blob store; objects that no module needs are removed. */
export abstract class BlobOwner {
  /** Which of these objects the module needs, by key. Staged bytes are needed as long as their upload goes on. */
  abstract needed(objects: readonly StoredKey[]): Promise<ReadonlySet<string>>;
}
