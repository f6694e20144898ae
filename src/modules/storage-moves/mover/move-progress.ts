import { canceled } from './move-failure.js';
import type { CopyPace } from './copy-pace.js';

const EVERY_MS = 1000;

/** Bytes of a move; written once a second, when it is asked whether somebody canceled the move, too. */
export class MoveProgress implements CopyPace {
  private done = 0;
  private total = 0;
  private notedAt = performance.now();

  constructor(private readonly note: (done: number, total: number) => Promise<boolean>) {}

  expect(bytes: number): void {
    this.total += bytes;
  }

  /** Throws when the move was canceled. */
  async copied(bytes: number): Promise<void> {
    this.done += bytes;
    if (performance.now() - this.notedAt >= EVERY_MS) {
      await this.flush();
    }
  }

  /** The same, whatever the time. */
  async flush(): Promise<void> {
    this.notedAt = performance.now();
    if (await this.note(this.done, this.total)) {
      throw canceled();
    }
  }
}
