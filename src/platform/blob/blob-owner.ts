import type { StoredKey } from './blob-store.js';

/** A module that stores bytes in the blob store. Objects that no module needs are removed. */
export abstract class BlobOwner {
  /** Returns the keys of the objects that the module needs. Staged bytes are needed while their upload is open. */
  abstract needed(objects: readonly StoredKey[]): Promise<ReadonlySet<string>>;
}
