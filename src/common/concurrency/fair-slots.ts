/** No slot became free in time, or too many wait already. */
export class NoSlotInTime extends Error {}

interface Limits {
  /** Pieces of work that run at once. */
  readonly atOnce: number;
  /** Of these, pieces of one key. */
  readonly atOncePerKey: number;
  /** Pieces of work that wait; more are refused at once. */
  readonly waiting: number;
  readonly timeoutMs: number;
}

interface Waiter {
  readonly start: () => void;
}

/**
 * Runs a limited number of pieces of work at once, and of each key fewer. Those that wait are served in turn by key, so
 * that a key with much work does not hold back the others.
 */
export class FairSlots {
  private runningInAll = 0;
  private waitingInAll = 0;
  private readonly running = new Map<string, number>();
  /** In the order of their turns: a key moves to the end when one of its waiters was served. */
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
