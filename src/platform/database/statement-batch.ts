import type { Connection, Submittable } from 'pg';
import type { PreparedStatement } from './prepared-statement.js';

type Description = Parameters<PreparedStatement['handleRowDescription']>[0];
type Row = Parameters<PreparedStatement['handleDataRow']>[0];
type Completion = Parameters<PreparedStatement['handleCommandComplete']>[0];

/**
 * Several statements in one message. The server runs them as one transaction: after a failed one, the others do not
 * run.
 */
export class StatementBatch implements Submittable {
  /** Resolves when all statements that ran are answered, with the error of the failed one. */
  readonly end: Promise<Error | undefined>;
  private readonly waiting: PreparedStatement[];
  private settle: (failure?: Error) => void = () => undefined;

  constructor(statements: readonly PreparedStatement[]) {
    this.waiting = [...statements];
    this.end = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  /** Statements that did not run. */
  get unanswered(): readonly PreparedStatement[] {
    return this.waiting;
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    for (const statement of this.waiting) {
      statement.write(connection);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription(description: Description): void {
    this.waiting[0]?.handleRowDescription(description);
  }

  handleDataRow(row: Row): void {
    this.waiting[0]?.handleDataRow(row);
  }

  handleCommandComplete(completion: Completion): void {
    const statement = this.waiting.shift();
    statement?.handleCommandComplete(completion);
    statement?.handleReadyForQuery();
  }

  handleReadyForQuery(): void {
    this.settle();
  }

  handleError(error: Error): void {
    this.waiting.shift()?.handleError(error);
    this.settle(error);
  }

  handleEmptyQuery(): void {
    this.waiting.shift()?.handleReadyForQuery();
  }
}
