import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { DatabaseError } from 'pg';
import type { PoolClient, QueryResultRow } from 'pg';
import sql, { empty } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { DataSource } from 'typeorm';
import type { EntityTarget, ObjectLiteral, QueryDeepPartialEntity, QueryRunner, Repository } from 'typeorm';
import { AmbientValue } from '../../common/concurrency/ambient-value.js';
import { clientOf, runnerOn } from './connection.js';
import { ConnectionPools } from './connection-pools.js';
import type { Purpose } from './connection-pools.js';
import { LOCK_NOT_AVAILABLE, sqlState, tookTooLong } from './database-errors.js';
import { prepareClient, sendWithNext } from './prepare-client.js';
import type { StatementResult } from './prepared-statement.js';
import { RunningReads } from './running-reads.js';
import { StatementNames } from './statement-names.js';
import type { Statement } from './statement-names.js';
import { Tx } from './tx.js';
import { boolean, requireColumns, select } from './typed-sql.js';
import type { Query } from './typed-sql.js';
import { untilWon } from './until-won.js';
import { WriteTurns } from './write-turns.js';

/**
 * With this number of concurrent statements the cores of a small machine are busy: running two side by side gains
 * nothing.
 */
const MANY_AT_WORK = 4;
const IS_READ_ONLY = select({ isReadOnly: boolean`current_setting('transaction_read_only') = 'on'` }, empty);

/**
 * A transaction gives way when a row is not free within half of `deadlock_timeout`, before the server looks for a
 * deadlock.
 */
const GIVE_WAY = sql`
  select set_config('lock_timeout', greatest(
    1, extract(epoch from current_setting('deadlock_timeout')::interval) * 500)::integer::text, true)`;
/** With this number of attempts it waits for a row about as long as other transactions do. */
const GIVING_WAY_ATTEMPTS = 10;

/** Contexts whose lookups travel together. */
const SHARING_LOOKUPS = new Set<Tx | Purpose>(['for a request', 'in the background']);

export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ';

/**
 * The database as features see it: transactions, TypeORM repositories for writes, and lean prepared SQL for reads.
 * Everything called inside {@link transaction} joins that transaction, however deeply it is nested.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly ambient = new AmbientValue<Tx | Purpose>();
  private readonly names = new StatementNames();
  private readonly reads = new RunningReads();
  /** Turns of writes by requests and jobs; see connection-pools.ts for their connections. */
  private readonly turns = new Map<unknown, WriteTurns>([
    ['for a request', new WriteTurns({ atOnce: 8, atOncePerSubject: 5 })],
    ['in the background', new WriteTurns({ atOnce: 6, atOncePerSubject: 4 })],
  ]);
  private readonly pools: ConnectionPools;

  constructor(private readonly source: DataSource) {
    this.pools = new ConnectionPools(source);
  }

  async onApplicationShutdown(): Promise<void> {
    this.reads.stop();
    await this.pools.end();
  }

  /**
   * Runs `work` in one transaction: commits when it answers, rolls back when it throws. Inside another transaction it
   * joins that one. `work` runs again when it lost a race (a deadlock, or a row that another transaction changed
   * first), so it changes nothing but the database.
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>, isolation: Isolation = 'READ COMMITTED'): Promise<T> {
    const outer = this.current;
    if (outer) {
      return work(outer);
    }
    return untilWon(() => this.inTurn(() => this.attempt(work, isolation)));
  }

  /**
   * Like {@link transaction}, for deleting a row together with the rows that refer to it. A request that has changed one
   * of those may need the row itself next; both would wait for each other until the server ends one of them, most often
   * the request. This transaction rolls back before that happens, and starts again a moment later. Inside another
   * transaction it joins that one.
   */
  givingWay<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.inTransaction) {
      return this.transaction(work);
    }
    return untilWon(
      () =>
        this.transaction(async (tx) => {
          await this.run(GIVE_WAY);
          return work(tx);
        }),
      { isLost: (error) => sqlState(error) === LOCK_NOT_AVAILABLE, attempts: GIVING_WAY_ATTEMPTS },
    );
  }

  private inTurn<T>(write: () => Promise<T>): Promise<T> {
    return this.turns.get(this.context)?.take(write) ?? write();
  }

  private async attempt<T>(work: (tx: Tx) => Promise<T>, isolation: Isolation): Promise<T> {
    const runner = await this.runner();
    try {
      const tx = new Tx(runner.manager, await clientOf(runner));
      await runner.startTransaction(isolation === 'READ COMMITTED' ? undefined : isolation); // the default of connections
      const answer = await this.ambient.run(tx, () => tx.run(work));
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

  /**
   * Runs the work of a job: its statements may take longer than those of a request, but wait as long for a locked row.
   */
  inBackground<T>(work: () => Promise<T>): Promise<T> {
    return this.ambient.run('in the background', work);
  }

  /**
   * Runs the work of a command, or other work that must not start again because a row is locked: it waits until the row
   * is free, however long that takes, on connections of its own.
   */
  patiently<T>(work: () => Promise<T>): Promise<T> {
    return this.ambient.run('in the background, with patience', work);
  }

  /**
   * Runs work on connections of its own, so that slow or many requests do not keep it waiting. Its transactions and
   * statements must be short.
   */
  onReservedConnections<T>(work: () => Promise<T>): Promise<T> {
    return this.ambient.run('on reserved connections', work);
  }

  /**
   * Runs single statements outside the surrounding transaction, for what must be stored, or be visible to others, even
   * if that transaction is rolled back.
   */
  detached<T>(work: () => Promise<T>): Promise<T> {
    return this.inTransaction ? this.ambient.run('beside a transaction', work) : work();
  }

  /**
   * Runs single statements whose result several callers wait for. Some of these may be in a transaction, so the
   * statements take a connection that is kept free for them.
   */
  shared<T>(work: () => Promise<T>): Promise<T> {
    return this.ambient.run('beside a transaction', work);
  }

  /**
   * Runs single statements whose commits do not wait for the disk. Their changes are visible at once, but a crash of
   * the database server may undo them: for leases and other notes that are written again by themselves.
   */
  relaxedly<T>(work: () => Promise<T>): Promise<T> {
    return this.ambient.run('without waiting for the disk', work);
  }

  /** Waits for the advisory lock of this number, which the surrounding transaction then holds until its end. */
  async lockByNumber(lock: number): Promise<void> {
    await this.run(sql`select pg_advisory_xact_lock(${lock})`);
  }

  get inTransaction(): boolean {
    return this.current !== undefined;
  }

  /**
   * TypeORM's repository, inside the surrounding transaction if there is one. Without one it takes a connection of the
   * requests' pool, so it throws in contexts where the caller may hold such a connection already.
   */
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E> {
    const { context } = this;
    if (context === 'beside a transaction' || context === 'without waiting for the disk') {
      throw new Error('TypeORM would wait for a second connection here: use a statement, or begin a transaction.');
    }
    return (this.current?.manager ?? this.source.manager).getRepository(entity);
  }

  /** Inserts a row and answers the id that the database gave it. */
  async insert<E extends { readonly id: number }>(
    entity: EntityTarget<E>,
    row: QueryDeepPartialEntity<E>,
  ): Promise<number> {
    const { identifiers } = await this.repository(entity).insert(row);
    return Number(identifiers[0]?.id);
  }

  /**
   * The rows of a prepared statement. The declared types of its columns are compared with the received ones, once for
   * each statement text.
   */
  rows<R extends QueryResultRow>(query: Query<R>): Promise<R[]> {
    return this.rowsBy((statement) => this.send<R>(statement), query);
  }

  /**
   * The first row, or null, of a statement that finds it by a key, and takes no longer than reading an index. Outside
   * of a transaction it is sent together with the lookups of other requests and jobs.
   */
  async lookup<R extends QueryResultRow>(query: Query<R>): Promise<R | null> {
    const isShared = SHARING_LOOKUPS.has(this.context);
    const [row] = isShared
      ? await this.rowsBy((statement) => this.sendTogether<R>(statement), query)
      : await this.rows(query);
    return row ?? null;
  }

  /**
   * The rows of two statements that only read. They run side by side while few other statements do, else in one message
   * on one connection, since waking the server costs as much as a small statement.
   */
  both<A extends QueryResultRow, B extends QueryResultRow>(first: Query<A>, second: Query<B>): Promise<[A[], B[]]> {
    const { context } = this;
    if (context !== 'for a request' || this.pools.used(context) < MANY_AT_WORK) {
      return Promise.all([this.rows(first), this.rows(second)]);
    }
    const rowsOn = <R extends QueryResultRow>(client: PoolClient, query: Query<R>) =>
      this.rowsBy((statement) => this.execute<R>(client, statement), query);
    return untilWon(() =>
      this.onConnection(context, (client) => Promise.all([rowsOn(client, first), rowsOn(client, second)])),
    );
  }

  private async rowsBy<R extends QueryResultRow>(
    send: (statement: Statement) => Promise<StatementResult<R>>,
    query: Query<R>,
  ): Promise<R[]> {
    const { text, values } = query.sql; // the text is composed on each access
    const isNew = !this.names.has(text);
    const { rows, fields } = await send({ text, values });
    if (isNew) {
      requireColumns(query, fields);
    }
    return rows;
  }

  /** The first row, or null. */
  async row<R extends QueryResultRow>(query: Query<R>): Promise<R | null> {
    const rows = await this.rows(query);
    return rows[0] ?? null;
  }

  /** Whether the statement answers any row; `select 1 from … for update` also locks it. */
  async exists(query: Sql): Promise<boolean> {
    const { rows } = await this.send(query);
    return rows.length > 0;
  }

  /**
   * Whether the server accepts no changes: it is a standby, or its disk is full. Throws when it cannot be asked on both
   * kinds of connections that requests need: a server that accepts no more connections may have left us one kind alone.
   */
  async isReadOnly(): Promise<boolean> {
    const [row] = await Promise.all([this.lookup(IS_READ_ONLY), this.exists(sql`select 1`)]);
    return row?.isReadOnly === true;
  }

  /** The number of rows that the statement changed. */
  async run(query: Sql): Promise<number> {
    const { rowCount } = await this.inTurn(() => this.send(query));
    return rowCount ?? 0;
  }

  /**
   * Runs a write whose result no caller waits for. In a transaction it is sent with the next statement, or with the
   * commit; these fail if it does.
   */
  async runWithNext(query: Sql): Promise<void> {
    const { current } = this;
    const prepared = current && this.names.prepare(query);
    if (prepared) {
      sendWithNext(current.client, prepared);
    } else {
      await this.run(query);
    }
  }

  private async send<R extends QueryResultRow>(statement: Statement): Promise<StatementResult<R>> {
    const { context } = this;
    return context instanceof Tx
      ? this.execute<R>(context.client, statement)
      : untilWon(() => this.onConnection(context, (client) => this.execute<R>(client, statement))); // each a transaction
  }

  private async onConnection<T>(purpose: Purpose, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = prepareClient(await this.pools.for(purpose).connect());
    let failure: unknown;
    const run = () => work(client);
    try {
      return await (purpose === 'without waiting for the disk' ? run() : this.reads.run(client, run));
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(failure instanceof Error && !(failure instanceof DatabaseError));
    }
  }

  private async sendTogether<R extends QueryResultRow>(statement: Statement): Promise<StatementResult<R>> {
    const prepared = this.names.prepare(statement);
    if (!prepared) {
      return this.send<R>(statement);
    }
    try {
      return await this.pools.lookups.answer<R>(prepared);
    } catch (error) {
      if (tookTooLong(error)) {
        return this.send<R>(statement);
      }
      throw error;
    }
  }

  private execute<R extends QueryResultRow>(client: PoolClient, statement: Statement): Promise<StatementResult<R>>;
  private execute(client: PoolClient, statement: Statement): Promise<StatementResult> {
    const prepared = this.names.prepare(statement);
    return prepared ? client.query(prepared).answer : client.query(statement.text, statement.values);
  }

  private get context(): Tx | Purpose {
    return this.ambient.get() ?? 'for a request';
  }

  private get current(): Tx | undefined {
    const { context } = this;
    return context instanceof Tx ? context : undefined;
  }

  /**
   * Contexts for single statements (`detached`, `relaxedly`) have no transactions of their own: they take a request's
   * connection.
   */
  private async runner(): Promise<QueryRunner> {
    const { context } = this;
    return context === 'in the background' ||
      context === 'in the background, with patience' ||
      context === 'on reserved connections'
      ? runnerOn(this.source, this.pools.for(context))
      : this.source.createQueryRunner();
  }
}
