import { setTimeout as sleep } from 'node:timers/promises';

const PIECES_A_SECOND = 4;

/** Limits the speed of all copies of this process together to STORAGE_MOVE_RATE (contract: storage-moves §13.8). */
export class SharedRate {
  private freeAt = 0;

  constructor(private readonly bytesPerSecond: number) {}

  /**
   * Limits a copy to this rate. Reports in small pieces, so that the progress of a slow copy is visible and it can be
   * stopped.
   */
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

  /** Resolves when so many bytes may have been copied. */
  private async take(bytes: number): Promise<void> {
    if (this.bytesPerSecond === 0) {
      return;
    }
    const now = performance.now();
    this.freeAt = Math.max(this.freeAt, now) + (bytes / this.bytesPerSecond) * 1000;
    await sleep(this.freeAt - now);
  }
}

/** Receives each piece that was copied. */
export interface CopyPace {
  /** Throws if the copy should stop. */
  copied(bytes: number): Promise<void>;
}
