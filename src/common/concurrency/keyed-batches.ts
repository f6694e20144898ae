import { FairSlots, NoSlotInTime } from './fair-slots.js';

interface Limits {
  /** Batches that run at once; at most one per key. */
  readonly atOnce: number;
  /** Maximum total size of the items of a batch; a larger item forms a batch of its own. */
  readonly batchSize: number;
  /** Maximum total size of the waiting items; more are refused at once. */
  readonly waiting: number;
  readonly timeoutMs: number;
}

interface Work<I, O> {
  /** Processes all items or none; returns the results in their order. */
  readonly run: (items: readonly I[]) => Promise<readonly O[]>;
  readonly sizeOf: (item: I) => number;
  /** Whether the item must form a batch of its own. */
  readonly isAlone: (item: I) => boolean;
  /** Whether an error is unrelated to single items: then they are not retried one by one. */
  readonly isOfAll: (error: unknown) => boolean;
}

interface Waiter<I, O> {
  readonly item: I;
  readonly size: number;
  readonly resolve: (answer: O) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Processes waiting items together: while a batch of a key runs, the next one is collected. When a batch fails, each of
 * its items is tried alone, so that none is affected by another.
 */
export class KeyedBatches<I, O> {
  private readonly slots: FairSlots;
  /** Waiting items by key; each of these keys waits for a slot. */
  private readonly waiting = new Map<string, Waiter<I, O>[]>();
  private waitingSize = 0;

  constructor(
    private readonly work: Work<I, O>,
    private readonly limits: Limits,
  ) {
    this.slots = new FairSlots({ ...limits, atOncePerKey: 1 });
  }

  /** Throws {@link NoSlotInTime}, and the errors of the work. */
  add(key: string, item: I): Promise<O> {
    const size = this.work.sizeOf(item);
    if (this.waitingSize + size > this.limits.waiting) {
      return Promise.reject(new NoSlotInTime('Too much work is waiting.'));
    }
    return new Promise((resolve, reject) => {
      this.waitingSize += size;
      const waiter = { item, size, resolve, reject };
      const gathering = this.waiting.get(key);
      if (gathering) {
        gathering.push(waiter);
      } else {
        this.waiting.set(key, [waiter]);
        this.runNext(key);
      }
    });
  }

  private runNext(key: string): void {
    this.slots
      .run(key, () => this.settle(this.take(key)))
      .catch((error: unknown) => {
        this.takeAll(key).forEach(({ reject }) => {
          reject(error);
        });
      });
  }

  /** Takes as many items as fit into one batch; the others wait for the next. */
  private take(key: string): readonly Waiter<I, O>[] {
    const waiters = this.takeAll(key);
    let size = 0;
    const fits = waiters.findIndex((waiter, at) => {
      size += waiter.size;
      return at > 0 && (size > this.limits.batchSize || this.isSplit(waiters[at - 1], waiter));
    });
    const later = fits < 0 ? [] : waiters.slice(fits);
    if (later.length > 0) {
      this.waitingSize += sizeOf(later);
      this.waiting.set(key, later);
      this.runNext(key);
    }
    return waiters.slice(0, waiters.length - later.length);
  }

  private isSplit(before: Waiter<I, O> | undefined, after: Waiter<I, O>): boolean {
    return this.work.isAlone(after.item) || (before !== undefined && this.work.isAlone(before.item));
  }

  private takeAll(key: string): Waiter<I, O>[] {
    const waiters = this.waiting.get(key) ?? [];
    this.waiting.delete(key);
    this.waitingSize -= sizeOf(waiters);
    return waiters;
  }

  private async settle(batch: readonly Waiter<I, O>[]): Promise<void> {
    try {
      const answers = await this.work.run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, at) => {
        resolve(answers[at] as O);
      });
    } catch (error) {
      if (batch.length === 1 || this.work.isOfAll(error)) {
        batch.forEach(({ reject }) => {
          reject(error);
        });
        return;
      }
      for (const one of batch) {
        await this.settle([one]);
      }
    }
  }
}

const sizeOf = (waiters: readonly { readonly size: number }[]): number =>
  waiters.reduce((sum, { size }) => sum + size, 0);
