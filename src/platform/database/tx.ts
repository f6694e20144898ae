import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';

/** An open transaction. A function with such a parameter guarantees to commit together with the caller's change. */
export class Tx {
  private readonly committing: (() => Promise<void>)[] = [];
  private readonly committed: (() => void)[] = [];
  private isOpen = true;

  constructor(
    readonly manager: EntityManager,
    private readonly connection: PoolClient,
  ) {}

  /** Throws after the end of the transaction, when its connection may be used by another one. */
  get client(): PoolClient {
    if (!this.isOpen) {
      throw new Error('The transaction has ended.');
    }
    return this.connection;
  }

  /** Runs before the commit: for rows that are collected and written together. */
  beforeCommit(work: () => Promise<void>): void {
    this.committing.push(work);
  }

  /** Runs after the commit; never when the transaction was rolled back. */
  afterCommit(callback: () => void): void {
    this.committed.push(callback);
  }

  /**
   * Runs the work, then what was registered by {@link beforeCommit}. Afterwards no statement can join the transaction.
   */
  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      const answer = await work(this);
      for (const last of this.committing) {
        await last();
      }
      return answer;
    } finally {
      this.isOpen = false;
    }
  }

  announce(): void {
    this.committed.forEach((callback) => {
      callback();
    });
  }
}
