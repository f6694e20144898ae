/** Limits how many tasks run at once; the others wait in the order of their arrival. */
export class Slots {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly size: number) {}

  /** A task that waits is given up when `signal` is aborted, with its reason; one that has begun is not stopped. */
  async take<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.running >= this.size) {
      await this.turn(signal);
    } else {
      this.running += 1;
    }
    try {
      return await task();
    } finally {
      this.pass();
    }
  }

  private turn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push(resolve);
      signal?.addEventListener('abort', () => {
        const place = this.waiting.indexOf(resolve);
        if (place >= 0) {
          this.waiting.splice(place, 1);
          reject(signal.reason as Error);
        }
      });
    });
  }

  /** Passes the slot directly to the next waiting task, so that no later task overtakes it. */
  private pass(): void {
    const next = this.waiting.shift();
    if (next) {
      next();
    } else {
      this.running -= 1;
    }
  }
}
