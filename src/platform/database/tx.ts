import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';

/** An open transaction; proof, for those who ask for it, that a change and its consequences commit together. */
export class Tx {
  private readonly committing: (() => Promise<void>)[] = [];
  private readonly committed: (() => void)[] = [];
  private isOpen = true;

  constructor(
    readonly manager: EntityManager,
    private readonly connection: PoolClient,
  ) {}

  /** Throws behind the end of the transaction, when its connection may be another's. */
  get client(): PoolClient {
    if (!this.isOpen) {
      throw new Error('The transaction has ended.');
    }
    return this.connection;
  }

  /** Runs as the last thing of the transaction, for what is written together at its end. */
  beforeCommit(work: () => Promise<void>): void {
    this.committing.push(work);
  }

  /** Runs once the transaction has committed; never when it was rolled back. */
  afterCommit(callback: () => void): void {
    this.committed.push(callback);
  }

  /** Runs all that is to be committed: nothing that it began can add to it afterwards. */
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
