import { DatabaseError } from 'pg';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { prepareClient } from './prepare-client.js';
import type { PreparedStatement, StatementResult } from './prepared-statement.js';
import { StatementBatch } from './statement-batch.js';

const MOST_AT_ONCE = 32;

/**
 * Runs statements that each find a few rows by a key. Those that arrive while others are running are sent together,
 * since under load waking the server is most of what such a statement costs. Each waits for those before it in the
 * message, so none may be slow, wait for a lock, or write; the connections have a short `statement_timeout`.
 */
export class Lookups {
  private readonly waiting: PreparedStatement[] = [];
  private connections = 0;

  /** The pool must be used by this class only, which may occupy all of its connections. */
  constructor(private readonly pool: Pool) {}

  /** Rejects with the statement's own error, and with SQLSTATE 57014 when it took longer than a lookup may. */
  answer<R extends QueryResultRow>(statement: PreparedStatement): Promise<StatementResult<R>>;
  answer(statement: PreparedStatement): Promise<StatementResult> {
    this.waiting.push(statement);
    if (this.connections < this.pool.options.max) {
      void this.answerWaiting();
    }
    return statement.answer;
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  private async answerWaiting(): Promise<void> {
    this.connections += 1;
    try {
      while (this.waiting.length > 0) {
        await this.send(prepareClient(await this.pool.connect()));
      }
    } catch (error) {
      this.waiting.splice(0).forEach((statement) => {
        statement.handleError(error instanceof Error ? error : new Error(String(error)));
      });
    } finally {
      this.connections -= 1; // here, not later: no loop would send a statement that arrives in between
    }
  }

  /** Statements after a failed one did not run: they are sent again. */
  private async send(client: PoolClient): Promise<void> {
    if (this.waiting.length === 0) {
      client.release(); // the other connection has already taken all of them
      return;
    }
    const batch = new StatementBatch(this.waiting.splice(0, MOST_AT_ONCE));
    client.query(batch);
    const failure = await batch.end;
    client.release(failure !== undefined && !(failure instanceof DatabaseError));
    this.waiting.unshift(...batch.unanswered);
  }
}
