import { Injectable } from '@nestjs/common';
import type { StoredKey } from './blob-store.js';

/** Which of these objects a room needs, by key. Staged bytes are needed as long as their upload goes on. */
export type OwnershipQuestion = (objects: readonly StoredKey[]) => Promise<ReadonlySet<string>>;

/**
 * Who needs what lies in the blob store. Every room that stores bytes there provides its answer when it starts: what
 * nobody needs is removed.
 */
@Injectable()
export class BlobOwners {
  private readonly questions: OwnershipQuestion[] = [];

  /** Called by a room when it starts. */
  provide(question: OwnershipQuestion): void {
    this.questions.push(question);
  }

  /** Objects that no room needs; none where no room has answered. */
  async unneeded(objects: readonly StoredKey[]): Promise<StoredKey[]> {
    if (this.questions.length === 0) {
      return [];
    }
    const answers = await Promise.all(this.questions.map((question) => question(objects)));
    return objects.filter(({ key }) => !answers.some((needed) => needed.has(key)));
  }
}
