import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../../../common/errors/error-text.js';
import { BlobStore } from '../../../../platform/blob/blob-store.js';
import { inParallel } from '../../../../common/concurrency/in-parallel.js';
import { Database } from '../../../../platform/database/database.js';
import { PausableDeletions } from '../../../../platform/database/pausable-deletions.js';
import { BLOBS_AT_ONCE, FIRST_BLOB, GarbageBlobsRepository } from '../garbage-blobs.repository.js';
import type { RemovedBlob } from '../garbage-blobs.repository.js';
import { GcMomentsRepository } from '../gc-moments.repository.js';
import type { GcRun } from '../gc-run.js';

const REMOVALS_AT_ONCE = 8;

/** Step 4: blobs without a link. The row is marked, then removed, and finally its object (contract: registry §7). */
@Injectable()
export class GarbageBlobsStep {
  private readonly logger = new Logger('registry');

  constructor(
    private readonly blobs: GarbageBlobsRepository,
    private readonly moments: GcMomentsRepository,
    private readonly store: BlobStore,
    private readonly deletions: PausableDeletions,
    private readonly database: Database,
  ) {}

  /** Ends early when a backup begins; the next collection removes what is already marked. */
  async collect(run: GcRun): Promise<void> {
    await this.settleNotes();
    if (!(await this.removeMarked(run))) {
      return;
    }
    const cutoff = await this.moments.ago(run.graceSeconds);
    let page: Awaited<ReturnType<GarbageBlobsRepository['page']>> = [];
    do {
      page = await this.blobs.page(cutoff, page.at(-1) ?? FIRST_BLOB);
      if (page.length === 0 || !(await run.goesOn())) {
        return;
      }
      const ids = page.map(({ id }) => id);
      const marked = await this.database.transaction(() => this.blobs.mark(ids, cutoff));
      if (!(await this.remove(run, marked))) {
        return;
      }
    } while (page.length === BLOBS_AT_ONCE);
  }

  /** Removes what a process marked before it died. Returns false if a backup is running. */
  private async removeMarked(run: GcRun): Promise<boolean> {
    let ids = await this.blobs.marked();
    while (ids.length > 0 && (await run.goesOn())) {
      if (!(await this.remove(run, ids))) {
        return false;
      }
      ids = await this.blobs.marked();
    }
    return true;
  }

  /** Returns false if a backup is running. */
  private remove(run: GcRun, ids: readonly number[]): Promise<boolean> {
    return this.deletions.run(async () => {
      const removed = await this.blobs.remove(ids);
      run.count({ blobs: removed.length, bytes: removed.reduce((sum, { size }) => sum + size, 0) });
      await inParallel(REMOVALS_AT_ONCE, removed, (blob) => this.removeObject(blob));
    });
  }

  /** An object that cannot be deleted becomes an orphan, which the next sweep removes. */
  private async removeObject({ storeKey }: RemovedBlob): Promise<void> {
    await this.store.delete(storeKey).catch((error: unknown) => {
      this.logger.warn({ orphan: storeKey, error: errorText(error) });
    });
  }

  /**
   * The time since which a blob has no link is recorded when it loses one; this corrects the record for links removed
   * with a deleted project.
   */
  private async settleNotes(): Promise<void> {
    for (let after: number | null = 0; after !== null; after = await this.blobs.next(after)) {
      await this.note(await this.blobs.unnoted(after));
    }
    let linked = await this.blobs.stillLinked();
    while (linked.length > 0) {
      await this.note(linked);
      linked = await this.blobs.stillLinked();
    }
  }

  private async note(blobs: readonly { readonly id: number }[]): Promise<void> {
    const ids = blobs.map(({ id }) => id);
    if (ids.length > 0) {
      await this.database.transaction(() => this.blobs.note(ids));
    }
  }
}
