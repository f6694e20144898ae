import { unavailable } from '../../common/errors/catalogue.js';
import { FairSlots, NoSlotInTime } from '../../common/concurrency/fair-slots.js';

/** The entries of a tree take about ten times its bytes in memory. */
export const LARGE_TREE_BYTES = 4 * 1024 * 1024;
/** A tree of a million entries, the largest that is listed, is read and sorted in a second or two. */
const LIMITS = { atOnce: 2, atOncePerKey: 1, waiting: 100 };

/**
 * Limits how many readings hold the entries of a large tree at once, so that memory does not grow with the number of
 * requests (contract: git §5.4).
 */
export class LargeTrees {
  private readonly slots: FairSlots;

  constructor(timeoutMs: number) {
    this.slots = new FairSlots({ ...LIMITS, timeoutMs });
  }

  /** Returns the turn for one reading of the repository; it is only taken when needed. */
  turnOf(directory: string): LargeTreeTurn {
    return new LargeTreeTurn(this.slots, directory);
  }
}

/** Turn of one reading: taken with its first large tree, and held to its end. */
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

  /** Throws 503 when no turn becomes free in time. */
  async take(): Promise<void> {
    this.taken ??= new Promise((resolve, reject) => {
      const hold = () => {
        resolve();
        return this.ended; // the reading may have ended already: parts that it started together may fail one by one
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
