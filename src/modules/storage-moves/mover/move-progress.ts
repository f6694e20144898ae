import { canceled } from './move-failure.js';
import type { CopyPace } from './copy-pace.js';

const EVERY_MS = 1000;
/** What is smaller is copied before anybody asks how much it is. */
const LARGE_BYTES = 4 * 1024 * 1024;

/** Bytes of a move; written once a second, when it is asked whether somebody canceled the move, too. */
export class MoveProgress implements CopyPace {
  private done = 0;
  private total = 0;
  private notedAt = performance.now();

  constructor(private readonly note: (done: number, total: number) => Promise<boolean>) {}

  /** Throws when the move was canceled. */
  async expect(bytes: number): Promise<void> {
    this.total += bytes;
    if (bytes >= LARGE_BYTES) {
      await this.flush();
    }
  }

  /** Throws when the move was canceled. */
  async copied(bytes: number): Promise<void> {
    this.done += bytes;
    if (performance.now() - this.notedAt >= EVERY_MS) {
      await this.flush();
    }
  }

  get bytes(): { readonly done: number; readonly total: number } {
    return { done: this.done, total: this.total };
  }

  /** The same, whatever the time. */
  async flush(): Promise<void> {
    this.notedAt = performance.now();
    if (await this.note(this.done, this.total)) {
      throw canceled();
    }
  }
}
