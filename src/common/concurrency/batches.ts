import { setTimeout as sleep } from 'node:timers/promises';

interface Waiting<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Performs work for many callers at once: items that are added while a batch runs share the next one. */
export class Batches<T> {
  private waiting: Waiting<T>[] = [];
  private run: Promise<void> | undefined;

  /** Each batch is delayed by `gatherMs` to collect more items; for work whose result is not awaited. */
  constructor(
    private readonly work: (items: readonly T[]) => Promise<void>,
    private readonly gatherMs = 0,
  ) {}

  /** Settles like the batch that contains the item. */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.run ??= this.runAll();
    });
  }

  /** Settles when nothing is waiting or running. */
  async settled(): Promise<void> {
    await this.run;
  }

  private async runAll(): Promise<void> {
    while (this.waiting.length > 0) {
      if (this.gatherMs > 0) {
        await sleep(this.gatherMs);
      }
      const batch = this.waiting;
      this.waiting = [];
      await this.runOne(batch);
    }
    this.run = undefined;
  }

  private async runOne(batch: readonly Waiting<T>[]): Promise<void> {
    try {
      await this.work(batch.map(({ item }) => item));
      batch.forEach(({ resolve }) => {
        resolve();
      });
    } catch (error) {
      batch.forEach(({ reject }) => {
        reject(error);
      });
    }
  }
}
