import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';

/** An open transaction; proof, for those who ask for it, that a change and its consequences commit together. */
export class Tx {
  private readonly committing: (() => Promise<void>)[] = [];
  private readonly committed: (() => void)[] = [];

  constructor(
    readonly manager: EntityManager,
    readonly client: PoolClient,
  ) {}

  /** Runs as the last thing of the transaction, for what is written together at its end. */
  beforeCommit(work: () => Promise<void>): void {
    this.committing.push(work);
  }

  async complete(): Promise<void> {
    for (const work of this.committing) {
      await work();
    }
  }

  /** Runs once the transaction has committed; never when it was rolled back. */
  afterCommit(callback: () => void): void {
    this.committed.push(callback);
  }

  announce(): void {
    this.committed.forEach((callback) => {
      callback();
    });
  }
}
