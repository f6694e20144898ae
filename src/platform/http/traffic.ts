import type { ServerResponse } from 'node:http';

/** The requests under way, so that a process can stop without breaking any (contract: core §1.3). */
export class Traffic {
  private underWay = 0;
  /** Set once the process stops. */
  private finished: (() => void) | undefined;

  /** Counts a request until its answer has gone; false when the process stops and takes no more. */
  admit(response: ServerResponse): boolean {
    if (this.finished) {
      return false;
    }
    this.underWay += 1;
    response.on('close', () => {
      this.underWay -= 1;
      this.settle();
    });
    return true;
  }

  /** Admits nothing more; settles once the requests under way are answered or `graceMs` is over. */
  async finish(graceMs: number): Promise<void> {
    const grace = setTimeout(() => this.finished?.(), graceMs);
    await new Promise<void>((resolve) => {
      this.finished = resolve;
      this.settle();
    });
    clearTimeout(grace);
  }

  private settle(): void {
    if (this.underWay === 0) {
      this.finished?.();
    }
  }
}
