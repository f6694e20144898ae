import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { LruMap } from '../../common/cache/lru-map.js';
import type { StagedUpload } from './blob-store.js';

const REMEMBERED_UPLOADS = 1000;

/**
 * The running sha256 of open uploads. node:crypto cannot serialise the state of a hash, so it is kept in this process
 * for the common case that POST, PATCH and PUT of a push reach one process. In other processes, and after a restart,
 * nothing is found here and the store reads the bytes again when the upload is finished.
 */
export class UploadHashes {
  private readonly states = new LruMap<string, Hash>(REMEMBERED_UPLOADS);

  /** Returns a copy of the hash over all bytes of the upload; null when this process does not have it. */
  after(upload: StagedUpload): Hash | null {
    return upload.parts.length === 0 ? createHash('sha256') : (this.states.get(stateKey(upload))?.copy() ?? null);
  }

  remember(upload: StagedUpload, hash: Hash): void {
    this.states.set(stateKey(upload), hash);
  }
}

/** A part id is written by one append to one upload value, so the last id identifies all the bytes before it. */
function stateKey({ ref, parts }: StagedUpload): string {
  return `${ref}.${parts.at(-1)?.id ?? ''}`;
}
