import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** The requests under way, so that a process can stop without breaking any (contract: core §1.3). */
export class Traffic {
  private readonly underWay = new Set<ServerResponse>();
  private isEnding = false;

  /** Counts a request until its answer has gone. A process that stops serves it too, and ends its connection with it. */
  authorize(response: ServerResponse): void {
    if (this.isEnding) {
      response.setHeader('Connection', 'close');
    }
    this.underWay.add(response);
    response.on('close', () => {
      this.underWay.delete(response);
    });
  }

  /** From now on each answer ends its connection, so that clients and proxies turn to other processes. */
  endConnections(): void {
    this.isEnding = true;
  }

  /** Settles once the requests that are under way now are answered. */
  async finish(): Promise<void> {
    await Promise.all([...this.underWay].map((response) => once(response, 'close')));
  }
}
