import { canceled } from './move-failure.js';
import type { CopyPace } from './copy-pace.js';

const EVERY_MS = 1000;
/** Smaller repositories are copied before their size would be of interest. */
const LARGE_BYTES = 4 * 1024 * 1024;

/** Counts the bytes of a move. Stores them once a second, and checks at the same time whether the move was canceled. */
export class MoveProgress implements CopyPace {
  private done = 0;
  private total = 0;
  private notedAt = performance.now();

  constructor(private readonly note: (done: number, total: number) => Promise<boolean>) {}

  /** Throws if the move was canceled. */
  async expect(bytes: number): Promise<void> {
    this.total += bytes;
    if (bytes >= LARGE_BYTES) {
      await this.flush();
    }
  }

  /** Throws if the move was canceled. */
  async copied(bytes: number): Promise<void> {
    this.done += bytes;
    if (performance.now() - this.notedAt >= EVERY_MS) {
      await this.flush();
    }
  }

  get bytes(): { readonly done: number; readonly total: number } {
    return { done: this.done, total: this.total };
  }

  /** Stores the progress at once. Throws if the move was canceled. */
  async flush(): Promise<void> {
    this.notedAt = performance.now();
    if (await this.note(this.done, this.total)) {
      throw canceled();
    }
  }
}
