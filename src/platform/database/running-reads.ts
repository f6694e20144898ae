import type { PoolClient } from 'pg';
import { AmbientValue } from '../../common/concurrency/ambient-value.js';

/** Recipient of the data: the response of a request. */
interface Recipient {
  readonly destroyed: boolean;
  readonly writableFinished: boolean;
}

interface Reader {
  readonly recipient: Recipient;
  /** Address of the client. */
  readonly address: string;
}

interface Statement {
  readonly client: PoolClient;
  readonly recipient: Recipient;
}

const SWEEP_MS = 500;

const readers = new AmbientValue<Reader>();

/** Runs the handling of a read-only request: its statements are canceled soon after the client disconnects. */
export const readFor = <T>(recipient: Recipient, address: string, work: () => T): T =>
  readers.run({ recipient, address }, work);

/**
 * Returns a function that tells whether the client of the current read-only request has disconnected; always false
 * outside of one.
 */
export function watchRecipient(): () => boolean {
  const reader = readers.get();
  return () => reader !== undefined && hasGone(reader.recipient);
}

const hasGone = ({ destroyed, writableFinished }: Recipient): boolean => destroyed && !writableFinished;

/** Returns the address of that client; undefined outside of a read-only request. */
export const recipientAddress = (): string | undefined => readers.get()?.address;

/** Running statements of read-only requests. */
export class RunningReads {
  private readonly statements = new Set<Statement>();
  private timer: NodeJS.Timeout | undefined;

  /** Runs a statement on `client`, on behalf of the current request if there is one. */
  async run<T>(client: PoolClient, send: () => Promise<T>): Promise<T> {
    const reader = readers.get();
    if (!reader) {
      return send();
    }
    const statement = { client, recipient: reader.recipient };
    this.statements.add(statement);
    this.timer ??= setInterval(() => {
      this.sweep();
    }, SWEEP_MS).unref();
    try {
      return await send();
    } finally {
      this.statements.delete(statement);
    }
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Ends with the statements, so that an idle process is not woken for nothing. */
  private sweep(): void {
    this.cancelAbandoned();
    if (this.statements.size === 0) {
      this.stop();
    }
  }

  /** Closes the connection; the server notices that and cancels the statement (`client_connection_check_interval`). */
  private cancelAbandoned(): void {
    for (const { client, recipient } of this.statements) {
      if (hasGone(recipient)) {
        void client.end();
      }
    }
  }
}
