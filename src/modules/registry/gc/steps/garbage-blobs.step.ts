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

/** Step 4: blobs without a link. First the row is marked, then it goes, then its object (contract: registry §7). */
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

  /** Ends early when a backup begins: what is marked then goes with the next collection. */
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

  /** What a process that died had marked. False when a backup stands in the way. */
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

  /** False when a backup stands in the way. */
  private remove(run: GcRun, ids: readonly number[]): Promise<boolean> {
    return this.deletions.run(async () => {
      const removed = await this.blobs.remove(ids);
      run.count({ blobs: removed.length, bytes: removed.reduce((sum, { size }) => sum + size, 0) });
      await inParallel(REMOVALS_AT_ONCE, removed, (blob) => this.removeObject(blob));
    });
  }

  /** An object that stays is an orphan, and goes with the next sweep. */
  private async removeObject({ storeKey }: RemovedBlob): Promise<void> {
    await this.store.delete(storeKey).catch((error: unknown) => {
      this.logger.warn({ orphan: storeKey, error: errorText(error) });
    });
  }

  /** Since when a blob is without a link is noted where it loses one; here what a deleted project could not note. */
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
