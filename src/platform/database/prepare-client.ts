import type { PoolClient } from 'pg';
import { BEGIN, PreparedStatement } from './prepared-statement.js';

const prepared = new WeakSet<PoolClient>();

/**
 * Makes a connection safe to be used by several calls of one transaction: statements asked for at once are sent one after
 * the other, and a connection that breaks fails its statement instead of ending the process. A transaction begins with
 * its first statement, and one without any is never sent.
 */
export function prepareClient(client: PoolClient): PoolClient {
  if (!prepared.has(client)) {
    prepared.add(client);
    client.on('error', () => undefined);
    const statements = new StatementOrder(client);
    Object.defineProperty(client, 'query', { value: statements.query });
  }
  return client;
}

/** What TypeORM is told of statements that were not sent. */
const NOT_SENT = { rows: [], fields: [], rowCount: null, command: '' };
const ENDS: readonly unknown[] = ['COMMIT', 'ROLLBACK'];

class StatementOrder {
  private readonly send: (...args: unknown[]) => unknown;
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();
  private isBeginDue = false;

  constructor(client: PoolClient) {
    this.send = client.query.bind(client);
  }

  readonly query = (...args: unknown[]): unknown => {
    const [first] = args;
    if (first === BEGIN || (this.isBeginDue && ENDS.includes(first))) {
      this.isBeginDue = first === BEGIN;
      return Promise.resolve(NOT_SENT);
    }
    if (first instanceof PreparedStatement) {
      this.prepared(first);
      return first;
    }
    const isUnordered = typeof args.at(-1) === 'function' || isSubmittable(first);
    if (this.isBeginDue) {
      this.isBeginDue = false;
      void this.sent(BEGIN).catch(() => undefined); // a connection that breaks here fails what follows, too
    }
    // the pool's own statements, on a connection that nobody else uses; streams
    return isUnordered ? this.send(...args) : this.inOrder(() => this.sent(...args));
  };

  private prepared(statement: PreparedStatement): void {
    if (this.isBeginDue) {
      this.isBeginDue = false;
      statement.begin();
    }
    void this.inOrder(() => {
      this.send(statement);
      return statement.answer;
    });
  }

  private sent(...args: unknown[]): Promise<unknown> {
    return Promise.resolve(this.send(...args));
  }

  private inOrder(now: () => Promise<unknown>): Promise<unknown> {
    const answer = this.waiting === 0 ? now() : this.last.then(now);
    this.waiting += 1;
    this.last = answer.then(
      () => (this.waiting -= 1),
      () => (this.waiting -= 1),
    );
    return answer;
  }
}

const isSubmittable = (query: unknown): boolean => typeof query === 'object' && query !== null && 'submit' in query;
