import { DatabaseError } from 'pg';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { prepareClient } from './prepare-client.js';
import type { PreparedStatement, StatementResult } from './prepared-statement.js';
import { StatementBatch } from './statement-batch.js';

const MOST_AT_ONCE = 32;

/**
 * Answers statements that each find a few rows by a key. Those that are asked for while others are under way are sent
 * together: under load most of what such a statement costs is to wake the server for it. Each waits for those before it,
 * so none of them may be slow, wait for a lock, or write; the connections end what takes longer than its turn.
 */
export class Lookups {
  private readonly waiting: PreparedStatement[] = [];
  private connections = 0;

  /** All connections of the pool are used, and by nobody else. */
  constructor(private readonly pool: Pool) {}

  /** Rejects as the statement would alone; with 57014 also where it took longer than its turn. */
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
      this.connections -= 1; // here, not later: what is asked for in between would wait for nobody
    }
  }

  /** What stood behind a statement that failed is asked for again. */
  private async send(client: PoolClient): Promise<void> {
    if (this.waiting.length === 0) {
      client.release(); // the other connection has taken all of them meanwhile
      return;
    }
    const batch = new StatementBatch(this.waiting.splice(0, MOST_AT_ONCE));
    client.query(batch);
    const failure = await batch.end;
    client.release(failure !== undefined && !(failure instanceof DatabaseError));
    this.waiting.unshift(...batch.unanswered);
  }
}
