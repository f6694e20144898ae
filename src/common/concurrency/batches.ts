interface Waiting<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Does work for many callers at once: what is added while a batch is under way goes together in the next one. */
export class Batches<T> {
  private waiting: Waiting<T>[] = [];
  private isUnderWay = false;

  constructor(private readonly work: (items: readonly T[]) => Promise<void>) {}

  /** Settles as the batch does that the item is part of. */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.isUnderWay) {
        void this.runAll();
      }
    });
  }

  private async runAll(): Promise<void> {
    this.isUnderWay = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      await this.runOne(batch);
    }
    this.isUnderWay = false;
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
