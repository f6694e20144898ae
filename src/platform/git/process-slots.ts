/** No slot became free in time. */
export class SlotsBusy extends Error {}

interface Waiter {
  readonly authorize: () => void;
}

/**
 * So many pieces of work at once; those that wait are served in turn by key, so that one busy project does not keep the
 * others waiting (contract: git §5.4).
 */
export class ProcessSlots {
  private taken = 0;
  /** In the order of their turns; a key moves to the end when one of its waiters was served. */
  private readonly waiting = new Map<string, Waiter[]>();

  constructor(
    private readonly limit: number,
    private readonly timeoutMs: number,
  ) {}

  get inUse(): number {
    return this.taken;
  }

  /** Runs `work` once there is a slot. Throws {@link SlotsBusy} when there is none in time. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.take(key);
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  private take(key: string): Promise<void> {
    if (this.taken < this.limit) {
      this.taken += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        authorize: () => {
          clearTimeout(timeout);
          resolve();
        },
      };
      const timeout = setTimeout(() => {
        this.forget(key, waiter);
        reject(new SlotsBusy('No process became free in time.'));
      }, this.timeoutMs);
      this.waiting.set(key, [...(this.waiting.get(key) ?? []), waiter]);
    });
  }

  /** Hands the slot to the next in turn. */
  private release(): void {
    const [next] = this.waiting;
    if (!next) {
      this.taken -= 1;
      return;
    }
    const [key, [first, ...others]] = next;
    this.waiting.delete(key);
    if (others.length > 0) {
      this.waiting.set(key, others);
    }
    first?.authorize();
  }

  private forget(key: string, waiter: Waiter): void {
    const left = (this.waiting.get(key) ?? []).filter((other) => other !== waiter);
    if (left.length === 0) {
      this.waiting.delete(key);
    } else {
      this.waiting.set(key, left);
    }
  }
}
