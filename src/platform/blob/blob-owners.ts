import { Injectable } from '@nestjs/common';
import { Contributions } from '../contributions/contributions.js';
import { BlobOwner } from './blob-owner.js';
import type { StoredKey } from './blob-store.js';

/** Asks all modules that store bytes in the blob store, each of which contributes a {@link BlobOwner}. */
@Injectable()
export class BlobOwners {
  constructor(private readonly contributions: Contributions) {}

  /** Returns the objects that no module needs; none if there is no owner at all. */
  async unneeded(objects: readonly StoredKey[]): Promise<StoredKey[]> {
    const owners = this.contributions.to(BlobOwner);
    if (owners.length === 0) {
      return [];
    }
    const answers = await Promise.all(owners.map((owner) => owner.needed(objects)));
    return objects.filter(({ key }) => !answers.some((needed) => needed.has(key)));
  }
}
