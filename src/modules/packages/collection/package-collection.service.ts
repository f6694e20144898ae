import { Injectable } from '@nestjs/common';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import { inParallel } from '../../../common/concurrency/in-parallel.js';
import { Env } from '../../../platform/config/env.js';
import { PausableDeletions } from '../../../platform/database/pausable-deletions.js';
import { GarbagePackagesRepository } from './garbage-packages.repository.js';

const ROWS_AT_ONCE = 200;
const REMOVALS_AT_ONCE = 8;

/** Permanently removes deleted packages and files that can no longer be restored (contract: packages §3.2, §6.1). */
@Injectable()
export class PackageCollectionService {
  constructor(
    private readonly garbage: GarbagePackagesRepository,
    private readonly store: BlobStore,
    private readonly deletions: PausableDeletions,
    private readonly env: Env,
  ) {}

  /** Safe to repeat, and to run concurrently with publishing. */
  async collect(signal?: AbortSignal): Promise<void> {
    const { restoreWindow } = this.env.packages;
    await untilFewer(signal, () => this.garbage.removePackages(restoreWindow, ROWS_AT_ONCE));
    await untilFewer(signal, () => this.garbage.removeFiles(restoreWindow, ROWS_AT_ONCE));
    while (await this.removeBytes()) {
      signal?.throwIfAborted();
    }
  }

  /**
   * Returns false when nothing is left or a backup is running. If the process dies before an object is deleted, the
   * orphan sweep removes it.
   */
  private async removeBytes(): Promise<boolean> {
    const looked = { goesOn: false };
    await this.deletions.run(async () => {
      const keys = await this.garbage.removeBlobs(ROWS_AT_ONCE);
      looked.goesOn = keys !== null;
      await inParallel(REMOVALS_AT_ONCE, keys ?? [], (key) => this.store.delete(key));
    });
    return looked.goesOn;
  }
}

async function untilFewer(signal: AbortSignal | undefined, remove: () => Promise<number>): Promise<void> {
  while ((await remove()) === ROWS_AT_ONCE) {
    signal?.throwIfAborted();
  }
}
