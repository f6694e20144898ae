import type { ServerResponse } from 'node:http';

/** The open requests, so that a process can stop without breaking any (contract: core §1.3). */
export class Traffic {
  private readonly underWay = new Set<ServerResponse>();
  private readonly waits = new Set<Wait>();
  private isEnding = false;

  /**
   * Counts a request until its answer is complete. A stopping process still serves it, and closes its connection with
   * it.
   */
  authorize(response: ServerResponse): void {
    if (this.isEnding) {
      response.setHeader('Connection', 'close');
    }
    this.underWay.add(response);
    response.on('close', () => {
      this.underWay.delete(response);
      this.waits.forEach((wait) => {
        this.note(wait, response);
      });
    });
  }

  /** From now on each answer closes its connection, so that clients and proxies use other processes. */
  endConnections(): void {
    this.isEnding = true;
  }

  /** Settles when the requests that are open now are answered. */
  finish(): Promise<void> {
    if (this.underWay.size === 0) {
      return Promise.resolve();
    }
    return new Promise((done) => {
      this.waits.add({ left: new Set(this.underWay), done }); // a download has nearly as many listeners as Node takes without a warning
    });
  }

  private note(wait: Wait, gone: ServerResponse): void {
    wait.left.delete(gone);
    if (wait.left.size === 0) {
      this.waits.delete(wait);
      wait.done();
    }
  }
}

/** Waits for the answers that were open when it began. */
interface Wait {
  readonly left: Set<ServerResponse>;
  readonly done: () => void;
}
