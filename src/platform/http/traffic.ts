import type { ServerResponse } from 'node:http';

/** The requests under way, so that a process can stop without breaking any (contract: core §1.3). */
export class Traffic {
  private readonly underWay = new Set<ServerResponse>();
  private readonly waits = new Set<Wait>();
  private isEnding = false;

  /** Counts a request until its answer has gone. A process that stops serves it too, and ends its connection with it. */
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

  /** From now on each answer ends its connection, so that clients and proxies turn to other processes. */
  endConnections(): void {
    this.isEnding = true;
  }

  /** Settles once the requests that are under way now are answered. */
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

/** For the answers that were under way when it began. */
interface Wait {
  readonly left: Set<ServerResponse>;
  readonly done: () => void;
}
