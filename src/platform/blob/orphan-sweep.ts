import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock.js';
import { DAY_SECONDS } from '../../common/time/units.js';
import { PausableDeletions } from '../database/pausable-deletions.js';
import { BlobOwners } from './blob-owners.js';
import { BlobStore } from './blob-store.js';
import { inBatches } from './in-batches.js';
import { inParallel } from '../../common/concurrency/in-parallel.js';

const ASKED_AT_ONCE = 500;
const REMOVALS_AT_ONCE = 8;
/**
 * Bytes are stored before their row is written, and object stores date them by the start of their upload: for a day, an
 * object without a row may still get one.
 */
const LEAST_AGE_SECONDS = DAY_SECONDS;

/**
 * Removes what a crash left in the blob store: objects without a row, and writes that never ended (contract: registry
 * §7).
 */
@Injectable()
export class OrphanSweep {
  constructor(
    private readonly store: BlobStore,
    private readonly owners: BlobOwners,
    private readonly deletions: PausableDeletions,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of removed objects; `goesOn` is called now and then. Ends early when a backup begins. */
  async run(ageSeconds: number, goesOn: () => Promise<boolean>): Promise<number> {
    const now = Math.min(this.clock.millis(), Date.now()); // files are dated by this machine, whose clock may be behind
    const before = new Date(now - Math.max(ageSeconds, LEAST_AGE_SECONDS) * 1000);
    let removed = 0;
    for await (const objects of inBatches(this.store.keys(before), ASKED_AT_ONCE)) {
      if (!(await goesOn())) {
        return removed;
      }
      const orphans = await this.owners.unneeded(objects);
      const isDone = await this.deletions.run(() =>
        inParallel(REMOVALS_AT_ONCE, orphans, ({ key }) => this.store.delete(key)),
      );
      if (!isDone) {
        return removed;
      }
      removed += orphans.length;
    }
    await this.store.clearLeftovers(before);
    return removed;
  }
}
