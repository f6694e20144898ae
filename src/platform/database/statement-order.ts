import type { PoolClient } from 'pg';
import { PreparedStatement } from './prepared-statement.js';
import { StatementBatch } from './statement-batch.js';

/** Statements that TypeORM uses to control transactions. */
const BEGIN = 'START TRANSACTION';
const COMMIT = 'COMMIT';
const ROLLBACK = 'ROLLBACK';
/** Result for TypeORM of statements that are not sent, or have no rows. */
const NO_ANSWER = { rows: [], fields: [], rowCount: null, command: '' };

/** A statement that is not prepared. */
interface OtherStatement {
  /** Never rejects. */
  readonly send: () => Promise<unknown>;
  /** Answers with the error of a statement that failed just before; absent if it is sent nevertheless. */
  readonly fail?: (error: Error) => void;
}

/**
 * Sends the statements of one connection in order. Statements issued at the same time share one message, since waking
 * the server costs as much as a small statement. A transaction begins in the message of its first statement, and an
 * empty one is never sent.
 */
export class StatementOrder {
  private readonly send: (...args: unknown[]) => unknown;
  private readonly waiting: (PreparedStatement | OtherStatement)[] = [];
  private isSending = false;
  private isBeginDue = false;

  constructor(client: PoolClient) {
    this.send = client.query.bind(client);
  }

  /** Substitutes the connection's method. */
  readonly query = (...args: unknown[]): unknown => {
    const [first] = args;
    switch (first) {
      case BEGIN:
        this.isBeginDue = true;
        return Promise.resolve(NO_ANSWER);
      case COMMIT:
        return this.commit();
      case ROLLBACK:
        return this.rollBack();
    }
    if (first instanceof PreparedStatement) {
      this.addLast(first);
      return first;
    }
    // the pool's own statements, on a connection that is not shared; streams
    const isUnordered = typeof args.at(-1) === 'function' || isSubmittable(first);
    return isUnordered ? this.sendNow(args) : this.sendInOrder(args);
  };

  /** Sends a statement together with the next one, which fails if it does; its result is not awaited. */
  addToNext(statement: PreparedStatement): void {
    statement.answer.catch(() => undefined);
    this.waiting.push(statement);
  }

  private async commit(): Promise<typeof NO_ANSWER> {
    if (this.isBeginDue && this.waiting.length === 0) {
      this.isBeginDue = false;
      return NO_ANSWER;
    }
    const statement = new PreparedStatement(COMMIT, COMMIT, []);
    this.addLast(statement);
    await statement.answer;
    if (statement.tag !== COMMIT) {
      throw new Error('The transaction had failed before, so that it was rolled back.');
    }
    return NO_ANSWER;
  }

  private async rollBack(): Promise<unknown> {
    const error = new Error('The transaction was rolled back.');
    this.shiftPrepared().forEach((statement) => {
      statement.handleError(error);
    });
    if (this.isBeginDue && this.waiting.length === 0) {
      this.isBeginDue = false;
      return NO_ANSWER;
    }
    return new Promise((resolve, reject) => {
      this.addLast({ send: () => Promise.resolve(this.send(ROLLBACK)).then(resolve, reject) });
    });
  }

  private addLast(statement: PreparedStatement | OtherStatement): void {
    this.waiting.push(statement);
    if (!this.isSending) {
      this.isSending = true;
      process.nextTick(() => void this.sendWaiting()); // after everything that can be issued without waiting
    }
  }

  private sendInOrder(args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.addLast({ send: () => Promise.resolve(this.send(...args)).then(resolve, reject), fail: reject });
    });
  }

  private sendNow(args: readonly unknown[]): unknown {
    void this.sendPrepared(this.takeDue());
    return this.send(...args);
  }

  private async sendWaiting(): Promise<void> {
    while (this.waiting.length > 0) {
      const failure = await this.sendPrepared(this.takeDue());
      const other = this.shiftOther();
      if (failure && other?.fail) {
        other.fail(failure); // on the server it would fail for that reason, but with an error that does not tell it
      } else {
        await other?.send();
      }
    }
    this.isSending = false;
  }

  /** Takes the statements at the head, preceded by the start of their transaction if that is pending. */
  private takeDue(): readonly PreparedStatement[] {
    const prepared = this.shiftPrepared();
    if (!this.isBeginDue) {
      return prepared;
    }
    this.isBeginDue = false;
    return [beginning(), ...prepared];
  }

  private shiftPrepared(): readonly PreparedStatement[] {
    const end = this.waiting.findIndex((statement) => !isPrepared(statement));
    return this.waiting.splice(0, end === -1 ? this.waiting.length : end).filter(isPrepared);
  }

  private shiftOther(): OtherStatement | undefined {
    const [first] = this.waiting;
    if (first === undefined || isPrepared(first)) {
      return undefined;
    }
    this.waiting.shift();
    return first;
  }

  /**
   * Never rejects; returns the error of the statement that failed. The others fail with it, as they would on the
   * server.
   */
  private async sendPrepared(statements: readonly PreparedStatement[]): Promise<Error | undefined> {
    const [first, second] = statements;
    if (!first) {
      return undefined;
    }
    if (!second) {
      this.send(first); // answered after the commit, when it is a transaction of its own
      return first.answer.then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      );
    }
    const batch = new StatementBatch(statements);
    this.send(batch);
    const failure = await batch.end;
    if (failure) {
      batch.unanswered.forEach((statement) => {
        statement.handleError(failure);
      });
    }
    return failure;
  }
}

const isPrepared = (statement: PreparedStatement | OtherStatement): statement is PreparedStatement =>
  statement instanceof PreparedStatement;

const isSubmittable = (query: unknown): boolean => typeof query === 'object' && query !== null && 'submit' in query;

function beginning(): PreparedStatement {
  const statement = new PreparedStatement(BEGIN, BEGIN, []);
  statement.answer.catch(() => undefined); // reported by the statements after it
  return statement;
}
