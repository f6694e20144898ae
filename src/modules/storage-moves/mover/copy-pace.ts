import { setTimeout as sleep } from 'node:timers/promises';

/** How fast copies of this process may be: STORAGE_MOVE_RATE over all of them (contract: storage-moves §13.8). */
export class SharedRate {
  private freeAt = 0;

  constructor(private readonly bytesPerSecond: number) {}

  /** Settles when so many bytes may have been copied. */
  async take(bytes: number): Promise<void> {
    if (this.bytesPerSecond === 0) {
      return;
    }
    const now = performance.now();
    this.freeAt = Math.max(this.freeAt, now) + (bytes / this.bytesPerSecond) * 1000;
    await sleep(this.freeAt - now);
  }
}

/** Told of each piece that was copied. */
export interface CopyPace {
  /** Throws when the copy is to stop. */
  copied(bytes: number): Promise<void>;
}
