import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { BlobMissingError } from '../../../platform/blob/blob-errors.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import { algorithmOf } from '../grammar/digest.js';
import type { Fault } from './finding.js';
import type { ScrubbedBlob } from './scrub.repository.js';

/** Reads stored objects completely and compares them with the digest they were stored under. */
@Injectable()
export class StoredBytes {
  constructor(private readonly store: BlobStore) {}

  /** Null if the bytes are intact. */
  async faultOf({ digest, storeKey }: ScrubbedBlob): Promise<Fault | null> {
    try {
      return (await this.haveDigest(storeKey, digest)) ? null : 'damaged';
    } catch (error) {
      return error instanceof BlobMissingError ? 'missing' : 'unreadable';
    }
  }

  /** Throws `BlobMissingError`, and read errors. */
  async haveDigest(key: string, digest: string): Promise<boolean> {
    const hash = createHash(algorithmOf(digest) ?? 'sha256');
    for await (const chunk of await this.store.get(key)) {
      if (chunk instanceof Uint8Array) {
        hash.update(chunk);
      }
    }
    return digest.endsWith(`:${hash.digest('hex')}`);
  }
}
