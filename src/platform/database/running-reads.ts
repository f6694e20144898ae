import type { PoolClient } from 'pg';
import { AmbientValue } from '../../common/concurrency/ambient-value.js';

/** Who waits for what is read: the answer to a request, as Node tells of it. */
interface Recipient {
  readonly destroyed: boolean;
  readonly writableFinished: boolean;
}

interface Reader {
  readonly recipient: Recipient;
  /** Of the client. */
  readonly address: string;
}

interface Statement {
  readonly client: PoolClient;
  readonly recipient: Recipient;
}

const SWEEP_MS = 500;

const readers = new AmbientValue<Reader>();

/** Runs the handling of a request that only reads: its statements end soon after the client went away. */
export const readFor = <T>(recipient: Recipient, address: string, work: () => T): T =>
  readers.run({ recipient, address }, work);

/** Tells whether the client of the request around it has gone that only reads; never true where there is none. */
export function watchRecipient(): () => boolean {
  const reader = readers.get();
  return () => reader !== undefined && hasGone(reader.recipient);
}

const hasGone = ({ destroyed, writableFinished }: Recipient): boolean => destroyed && !writableFinished;

/** The address of that client; undefined where there is none. */
export const recipientAddress = (): string | undefined => readers.get()?.address;

/** The statements under way of requests that only read. */
export class RunningReads {
  private readonly statements = new Set<Statement>();
  private readonly timer = setInterval(() => {
    this.cancelAbandoned();
  }, SWEEP_MS).unref();

  /** Runs a statement on `client`, for the request around it if there is one. */
  async run<T>(client: PoolClient, send: () => Promise<T>): Promise<T> {
    const reader = readers.get();
    if (!reader) {
      return send();
    }
    const statement = { client, recipient: reader.recipient };
    this.statements.add(statement);
    try {
      return await send();
    } finally {
      this.statements.delete(statement);
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** The server notices the closed connection and ends the statement (`client_connection_check_interval`). */
  private cancelAbandoned(): void {
    for (const { client, recipient } of this.statements) {
      if (hasGone(recipient)) {
        void client.end();
      }
    }
  }
}
