import { setTimeout as sleep } from 'node:timers/promises';

const PIECES_A_SECOND = 4;

/** How fast copies of this process may be: STORAGE_MOVE_RATE over all of them (contract: storage-moves §13.8). */
export class SharedRate {
  private freeAt = 0;

  constructor(private readonly bytesPerSecond: number) {}

  /** The same copy no faster than that. It is told of piece by piece: what is slow is seen to go on, and can be stopped. */
  limit(pace: CopyPace): CopyPace {
    const most = this.bytesPerSecond === 0 ? Infinity : Math.ceil(this.bytesPerSecond / PIECES_A_SECOND);
    return {
      copied: async (bytes) => {
        for (let left = bytes; left > 0; left -= most) {
          const piece = Math.min(left, most);
          await this.take(piece);
          await pace.copied(piece);
        }
      },
    };
  }

  /** Settles when so many bytes may have been copied. */
  private async take(bytes: number): Promise<void> {
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
