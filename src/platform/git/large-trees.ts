import { unavailable } from '../../common/errors/catalogue.js';
import { FairSlots, NoSlotInTime } from '../../common/concurrency/fair-slots.js';

/** Entries of a tree take some ten times its bytes. */
export const LARGE_TREE_BYTES = 4 * 1024 * 1024;
/** A tree of a million entries, the largest that is listed, is read and ordered in a second or two. */
const LIMITS = { atOnce: 2, atOncePerKey: 1, waiting: 100 };

/**
 * Readings that hold the entries of large trees: so many at once that memory does not grow with those who ask for one
 * (contract: git §5.4).
 */
export class LargeTrees {
  private readonly slots: FairSlots;

  constructor(timeoutMs: number) {
    this.slots = new FairSlots({ ...LIMITS, timeoutMs });
  }

  /** The turn of a reading of that repository, which it may need. */
  turnOf(directory: string): LargeTreeTurn {
    return new LargeTreeTurn(this.slots, directory);
  }
}

/** Taken with the first large tree of a reading, and kept to its end. */
export class LargeTreeTurn {
  private taken: Promise<void> | undefined;
  private readonly ended: Promise<void>;
  private finish: () => void = () => undefined;

  constructor(
    private readonly slots: FairSlots,
    private readonly directory: string,
  ) {
    this.ended = new Promise((resolve) => {
      this.finish = resolve;
    });
  }

  /** Throws 503 when none comes in time. */
  async take(): Promise<void> {
    this.taken ??= new Promise((resolve, reject) => {
      const hold = () => {
        resolve();
        return this.ended; // which may be before: what a reading began together may fail one by one
      };
      this.slots.run(this.directory, hold).catch(reject);
    });
    try {
      await this.taken;
    } catch (error) {
      throw error instanceof NoSlotInTime ? unavailable() : error;
    }
  }

  end(): void {
    this.finish();
  }
}
