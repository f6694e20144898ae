import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { DataSource } from 'typeorm';
import type { EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { clientOf, poolOf, sidePoolOf } from './connection.js';

export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ';

/** An open transaction; proof, for those who ask for it, that a change and its consequences commit together. */
export class Tx {
  private readonly committed: (() => void)[] = [];

  constructor(
    readonly manager: EntityManager,
    readonly client: PoolClient,
  ) {}

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

const MAX_NAMES = 2000;
const SIDE_CONNECTIONS = 2;

/** What the surrounding calls run in: a transaction, or statements of their own beside one. */
type Surroundings = Tx | 'beside a transaction';

/**
 * The database as rooms see it: transactions, TypeORM repositories for writes, and lean prepared SQL for reads.
 * Everything called inside {@link transaction} joins it, however deep.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly ambient = new AsyncLocalStorage<Surroundings>();
  private readonly names = new Map<string, string>();
  private readonly pool: Pool;
  private readonly side: Pool;

  constructor(private readonly source: DataSource) {
    this.pool = poolOf(source);
    this.side = sidePoolOf(source, SIDE_CONNECTIONS);
  }

  onApplicationShutdown(): Promise<void> {
    this.ambient.disable(); // else every promise of the process goes on carrying it
    return this.side.end();
  }

  /**
   * Runs `work` in one transaction: commits when it answers, rolls back when it throws.
   * Inside another transaction it joins that one.
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>, isolation: Isolation = 'READ COMMITTED'): Promise<T> {
    const outer = this.current;
    if (outer) {
      return work(outer);
    }
    const runner = this.source.createQueryRunner();
    try {
      const tx = new Tx(runner.manager, await clientOf(runner));
      await runner.startTransaction(isolation === 'READ COMMITTED' ? undefined : isolation); // connections begin with it
      const answer = await this.ambient.run(tx, () => work(tx));
      await runner.commitTransaction();
      this.ambient.exit(() => {
        tx.announce();
      });
      return answer;
    } catch (error) {
      if (runner.isTransactionActive) {
        await runner.rollbackTransaction().catch(() => undefined); // the first error is the one that matters
      }
      throw error;
    } finally {
      await runner.release();
    }
  }

  /** Runs single statements outside the surrounding transaction: for what must stay, or be seen, whatever happens to it. */
  detached<T>(work: () => Promise<T>): Promise<T> {
    return this.inTransaction ? this.ambient.run('beside a transaction', work) : work();
  }

  /** Waits for the advisory lock of this number, which the surrounding transaction then holds until its end. */
  async lockByNumber(lock: number): Promise<void> {
    await this.run(sql`select pg_advisory_xact_lock(${lock})`);
  }

  get inTransaction(): boolean {
    return this.current !== undefined;
  }

  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E> {
    return (this.current?.manager ?? this.source.manager).getRepository(entity);
  }

  /** Rows of a prepared statement, columns named as the statement names them. */
  async rows<R extends QueryResultRow>(query: Sql): Promise<R[]> {
    const { rows } = await this.send<R>(query);
    return rows;
  }

  /** The first row, or null. */
  async row<R extends QueryResultRow>(query: Sql): Promise<R | null> {
    const { rows } = await this.send<R>(query);
    return rows[0] ?? null;
  }

  /** Number of rows that the statement changed. */
  async run(query: Sql): Promise<number> {
    const { rowCount } = await this.send(query);
    return rowCount ?? 0;
  }

  private send<R extends QueryResultRow>(query: Sql) {
    const text = query.text;
    return this.connection().query<R>({ name: this.nameOf(text), text, values: query.values });
  }

  private get current(): Tx | undefined {
    const surroundings = this.ambient.getStore();
    return surroundings instanceof Tx ? surroundings : undefined;
  }

  private connection(): Pool | PoolClient {
    const surroundings = this.ambient.getStore();
    if (surroundings instanceof Tx) {
      return surroundings.client;
    }
    return surroundings ? this.side : this.pool;
  }

  /** One name per statement text, so that each connection prepares it once; unusual variety goes unprepared. */
  private nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= MAX_NAMES) {
      return known;
    }
    const name = createHash('sha1').update(text).digest('base64url');
    this.names.set(text, name);
    return name;
  }
}
