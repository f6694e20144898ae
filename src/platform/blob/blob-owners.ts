import { Injectable } from '@nestjs/common';
import { Contributions } from '../contributions/contributions.js';
import { BlobOwner } from './blob-owner.js';
import type { StoredKey } from './blob-store.js';

/** Who needs what lies in the blob store: every module that stores bytes there contributes a {@link BlobOwner}. */
@Injectable()
export class BlobOwners {
  constructor(private readonly contributions: Contributions) {}

  /** Objects that no module needs; none where no module has answered. */
  async unneeded(objects: readonly StoredKey[]): Promise<StoredKey[]> {
    const owners = this.contributions.to(BlobOwner);
    if (owners.length === 0) {
      return [];
    }
    const answers = await Promise.all(owners.map((owner) => owner.needed(objects)));
    return objects.filter(({ key }) => !answers.some((needed) => needed.has(key)));
  }
}
