/** No slot became free in time, or too many tasks are already waiting. */
export class NoSlotInTime extends Error {}

interface Limits {
  /** Maximum number of tasks that run at once. */
  readonly atOnce: number;
  /** Maximum of these with the same key. */
  readonly atOncePerKey: number;
  /** Maximum number of waiting tasks; more are refused at once. */
  readonly waiting: number;
  readonly timeoutMs: number;
}

interface Waiter {
  readonly start: () => void;
}

/**
 * Limits how many tasks run at once, overall and per key. Waiting tasks are served round-robin by key, so that a key
 * with many tasks does not delay the others.
 */
export class FairSlots {
  private runningInAll = 0;
  private waitingInAll = 0;
  private readonly running = new Map<string, number>();
  /** In round-robin order: a key moves to the end when one of its tasks was served. */
  private readonly waiting = new Map<string, Waiter[]>();

  constructor(private readonly limits: Limits) {}

  /** Throws {@link NoSlotInTime}. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.hasSlotFor(key)) {
      this.occupy(key);
    } else {
      await this.wait(key);
    }
    try {
      return await work();
    } finally {
      this.release(key);
    }
  }

  private hasSlotFor(key: string): boolean {
    return this.runningInAll < this.limits.atOnce && (this.running.get(key) ?? 0) < this.limits.atOncePerKey;
  }

  private occupy(key: string): void {
    this.runningInAll += 1;
    this.running.set(key, (this.running.get(key) ?? 0) + 1);
  }

  private release(key: string): void {
    const left = (this.running.get(key) ?? 0) - 1;
    this.runningInAll -= 1;
    if (left === 0) {
      this.running.delete(key);
    } else {
      this.running.set(key, left);
    }
    this.startNext();
  }

  private startNext(): void {
    for (const [key, waiters] of this.waiting) {
      if (!this.hasSlotFor(key)) {
        continue;
      }
      const [first] = waiters;
      this.waiting.delete(key);
      this.waiting.set(key, waiters);
      if (first) {
        this.forget(key, first);
        this.occupy(key);
        first.start();
      }
      return;
    }
  }

  private wait(key: string): Promise<void> {
    if (this.waitingInAll >= this.limits.waiting) {
      return Promise.reject(new NoSlotInTime('Too much work is waiting.'));
    }
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        this.forget(key, waiter);
        reject(new NoSlotInTime('No slot became free in time.'));
      }, this.limits.timeoutMs);
      const waiter: Waiter = {
        start: () => {
          clearTimeout(timeout);
          resolve();
        },
      };
      const waiters = this.waiting.get(key) ?? [];
      waiters.push(waiter);
      this.waiting.set(key, waiters);
      this.waitingInAll += 1;
    });
  }

  private forget(key: string, waiter: Waiter): void {
    const waiters = this.waiting.get(key) ?? [];
    const at = waiters.indexOf(waiter);
    if (at >= 0) {
      waiters.splice(at, 1);
      this.waitingInAll -= 1;
    }
    if (waiters.length === 0) {
      this.waiting.delete(key);
    }
  }
}
