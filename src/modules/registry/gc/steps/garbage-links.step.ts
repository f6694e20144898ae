import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { BlobUnlinkingRepository } from '../../blobs/blob-unlinking.repository.js';
import { byRepository } from '../by-repository.js';
import { FIRST_LINK, GarbageLinksRepository, LINKS_AT_ONCE } from '../garbage-links.repository.js';
import type { GarbageLink } from '../garbage-links.repository.js';
import { GcMomentsRepository } from '../gc-moments.repository.js';
import type { GcRun } from '../gc-run.js';

/** Step 3: links that no manifest of their repository uses (contract: registry §7). */
@Injectable()
export class GarbageLinksStep {
  constructor(
    private readonly links: GarbageLinksRepository,
    private readonly blobs: BlobUnlinkingRepository,
    private readonly moments: GcMomentsRepository,
    private readonly database: Database,
  ) {}

  async collect(run: GcRun): Promise<void> {
    const cutoff = await this.moments.ago(run.graceSeconds);
    let page: readonly GarbageLink[] = [];
    do {
      page = await this.links.page(cutoff, page.at(-1) ?? FIRST_LINK);
      for (const [repositoryId, found] of byRepository(page)) {
        if (!(await run.goesOn())) {
          return;
        }
        const blobIds = found.map(({ blobId }) => blobId);
        await this.unlink(repositoryId, blobIds, cutoff);
      }
    } while (page.length === LINKS_AT_ONCE);
  }

  private async unlink(repositoryId: number, blobIds: readonly number[], cutoff: string): Promise<void> {
    await this.database.transaction(async () => {
      if (await this.links.lockRepository(repositoryId)) {
        await this.blobs.unlinkUnused(repositoryId, blobIds, cutoff);
      }
    });
  }
}
