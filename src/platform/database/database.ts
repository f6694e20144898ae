import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { DatabaseError } from 'pg';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { DataSource } from 'typeorm';
import type { EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity, Repository } from 'typeorm';
import { clientOf, poolBeside, poolOf, runnerOn } from './connection.js';
import { tookTooLong } from './constraint.js';
import { Lookups } from './lookups.js';
import { isPlannedAnew } from './planned-anew.js';
import { prepareClient } from './prepare-client.js';
import { PreparedStatement } from './prepared-statement.js';
import type { StatementResult } from './prepared-statement.js';
import { RunningReads } from './running-reads.js';
import { StatementBatch } from './statement-batch.js';
import { requireColumns } from './typed-sql.js';
import type { Query } from './typed-sql.js';
import { untilWon } from './until-won.js';

export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ';

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

const MAX_NAMES = 2000;
const SIDE_CONNECTIONS = 2;
const RELAXED_CONNECTIONS = 2;
/**
 * Rows of queues and leases come and go, and leave their dead in the tables and indexes until these are vacuumed. A plain
 * scan of an index marks its dead entries and passes over them from then on; other scans read all of them each time.
 */
const RELAXED_SETTINGS = { synchronous_commit: 'off', enable_bitmapscan: 'off', enable_seqscan: 'off' };
const BACKGROUND_CONNECTIONS = 6;
const RESERVED_CONNECTIONS = 4;
const LOOKUP_CONNECTIONS = 2;
/** What takes longer runs again by itself: nobody waits for it longer than that. */
const LOOKUP_TIMEOUT_MS = 100;
const BACKGROUND_TIMEOUT_MS = 600_000;

/** Of a pool, that can be had without waiting for another call. */
const freeConnections = ({ idleCount, totalCount, options }: Pool): number => idleCount + options.max - totalCount;

type Statement = Pick<Sql, 'text' | 'values'>;

/** Where statements outside of a transaction run: for a request unless something else is said. */
type QueryContext =
  Tx | 'beside a transaction' | 'without waiting for the disk' | 'in the background' | 'on reserved connections';

/**
 * The database as features see it: transactions, TypeORM repositories for writes, and lean prepared SQL for reads.
 * Everything called inside {@link transaction} joins it, however deep.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly ambient = new AsyncLocalStorage<QueryContext>();
  private readonly names = new Map<string, string | undefined>();
  private readonly pool: Pool;
  /**
   * Few connections, for single statements on behalf of callers that hold one of the others already: were they to wait
   * for a second one, enough of them would wait for each other.
   */
  private readonly side: Pool;
  /** Few connections, for short statements whose commits do not wait for the disk. */
  private readonly relaxed: Pool;
  /** For jobs and commands, whose statements may take longer and must not keep requests waiting. */
  private readonly background: Pool;
  /** For what must be answered however long other requests keep theirs. */
  private readonly reserved: Pool;
  /** For what requests find by a key. */
  private readonly lookups: Lookups;
  private readonly reads = new RunningReads();

  constructor(private readonly source: DataSource) {
    this.pool = poolOf(source).on('connect', prepareClient);
    this.side = poolBeside(source, SIDE_CONNECTIONS);
    this.relaxed = poolBeside(source, RELAXED_CONNECTIONS, RELAXED_SETTINGS);
    this.background = poolBeside(source, BACKGROUND_CONNECTIONS, { statement_timeout: String(BACKGROUND_TIMEOUT_MS) });
    this.reserved = poolBeside(source, RESERVED_CONNECTIONS);
    this.lookups = new Lookups(
      poolBeside(source, LOOKUP_CONNECTIONS, { statement_timeout: String(LOOKUP_TIMEOUT_MS) }),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    this.ambient.disable(); // else every promise of the process would keep it
    this.reads.stop();
    const pools = [this.side, this.relaxed, this.background, this.reserved, this.lookups];
    await Promise.all(pools.map((pool) => pool.end()));
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
    return untilWon(() => this.attempt(work, isolation));
  }

  private async attempt<T>(work: (tx: Tx) => Promise<T>, isolation: Isolation): Promise<T> {
    const pool = this.transactionPoolFor(this.ambient.getStore());
    const runner = pool === this.pool ? this.source.createQueryRunner() : await runnerOn(this.source, pool);
    try {
      const tx = new Tx(runner.manager, await clientOf(runner));
      await runner.startTransaction(isolation === 'READ COMMITTED' ? undefined : isolation); // connections begin with it
      const answer = await this.ambient.run(tx, async () => {
        const worked = await work(tx);
        await tx.complete();
        return worked;
      });
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

  /** Runs the work of a job or a command: its statements may take longer than those of a request. */
  inBackground<T>(work: () => Promise<T>): Promise<T> {
    return this.ambient.run('in the background', work);
  }

  /**
   * Runs work on connections of its own: requests that are slow, or many, do not keep it waiting. In return its
   * transactions and statements are short.
   */
  onReservedConnections<T>(work: () => Promise<T>): Promise<T> {
    return this.ambient.run('on reserved connections', work);
  }

  /**
   * Runs single statements outside the surrounding transaction: for what must stay, or be seen, whatever happens to it.
   */
  detached<T>(work: () => Promise<T>): Promise<T> {
    return this.inTransaction ? this.ambient.run('beside a transaction', work) : work();
  }

  /**
   * Runs single statements whose answer several callers wait for: some of them may be in a transaction, whose locks
   * keep all other connections waiting.
   */
  shared<T>(work: () => Promise<T>): Promise<T> {
    return this.ambient.run('beside a transaction', work);
  }

  /**
   * Runs single statements that everybody sees at once, but that a crash of the database server may undo: leases and
   * other notes, which put themselves right again. Their commits do not wait for the disk.
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
   * TypeORM's repository, inside the surrounding transaction if there is one. Outside of any it takes a connection of
   * the requests' pool; so it refuses to run where the caller may hold one already.
   */
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E> {
    const context = this.ambient.getStore();
    if (context === 'beside a transaction' || context === 'without waiting for the disk') {
      throw new Error('TypeORM would wait for a second connection here: use a statement, or begin a transaction.');
    }
    return (this.current?.manager ?? this.source.manager).getRepository(entity);
  }

  /** Inserts a row whose id the database gives out, and answers that. */
  async insert<E extends { readonly id: number }>(
    entity: EntityTarget<E>,
    row: QueryDeepPartialEntity<E>,
  ): Promise<number> {
    const { identifiers } = await this.repository(entity).insert(row);
    return Number(identifiers[0]?.id);
  }

  /**
   * Rows of a prepared statement. The types that it declares are compared with those that arrive, once for each text.
   */
  rows<R extends QueryResultRow>(query: Query<R>): Promise<R[]> {
    return this.rowsBy((statement) => this.send<R>(statement), query);
  }

  /**
   * The first row, or null, of a statement that takes as long as reading an index: what is found by a key. Outside of a
   * transaction it is asked for together with those of other requests.
   */
  async lookup<R extends QueryResultRow>(query: Query<R>): Promise<R | null> {
    const isOfRequest = this.ambient.getStore() === undefined;
    const [row] = isOfRequest
      ? await this.rowsBy((statement) => this.sendTogether<R>(statement), query)
      : await this.rows(query);
    return row ?? null;
  }

  /**
   * The rows of two statements that only read: side by side where two connections are free, else in one message on one of
   * them, since to wake the server costs as much as a small statement.
   */
  both<A extends QueryResultRow, B extends QueryResultRow>(first: Query<A>, second: Query<B>): Promise<[A[], B[]]> {
    const isOfRequest = this.ambient.getStore() === undefined;
    return isOfRequest && freeConnections(this.pool) < 2
      ? untilWon(() => this.inOneMessage(first, second))
      : Promise.all([this.rows(first), this.rows(second)]);
  }

  private async inOneMessage<A extends QueryResultRow, B extends QueryResultRow>(
    first: Query<A>,
    second: Query<B>,
  ): Promise<[A[], B[]]> {
    const message: PreparedStatement[] = [];
    const answers = Promise.all([
      this.rowsBy((statement) => this.addTo<A>(message, statement), first),
      this.rowsBy((statement) => this.addTo<B>(message, statement), second),
    ]);
    const [rows] = await Promise.all([answers, this.sendMessage(message)]);
    return rows;
  }

  /** What is not prepared goes by itself. */
  private addTo<R extends QueryResultRow>(
    message: PreparedStatement[],
    statement: Statement,
  ): Promise<StatementResult<R>>;
  private addTo(message: PreparedStatement[], statement: Statement): Promise<StatementResult> {
    const { text, values } = statement;
    const name = this.nameOf(text);
    if (name === undefined) {
      return this.send(statement);
    }
    const prepared = new PreparedStatement(name, text, values);
    message.push(prepared);
    return prepared.answer;
  }

  private async sendMessage(statements: readonly PreparedStatement[]): Promise<void> {
    if (statements.length === 0) {
      return;
    }
    const client = prepareClient(await this.pool.connect());
    const batch = new StatementBatch(statements);
    const failure = await this.reads.run(client, () => {
      client.query(batch);
      return batch.end;
    });
    client.release(failure !== undefined && !(failure instanceof DatabaseError));
  }

  private async rowsBy<R extends QueryResultRow>(
    send: (statement: Statement) => Promise<StatementResult<R>>,
    query: Query<R>,
  ): Promise<R[]> {
    const { text, values } = query.sql; // the text is put together each time that it is asked for
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

  /** Whether the statement answers any row; `select 1 from … for update` locks it besides. */
  async exists(query: Sql): Promise<boolean> {
    const { rows } = await this.send(query);
    return rows.length > 0;
  }

  /** Settles once the database has answered; throws when it cannot. */
  async ping(): Promise<void> {
    await this.run(sql`select 1`);
  }

  /** Number of rows that the statement changed. */
  async run(query: Sql): Promise<number> {
    const { rowCount } = await this.send(query);
    return rowCount ?? 0;
  }

  private async send<R extends QueryResultRow>(statement: Statement): Promise<StatementResult<R>> {
    const context = this.ambient.getStore();
    return context instanceof Tx
      ? this.execute<R>(context.client, statement)
      : untilWon(() => this.sendAlone<R>(statement, context)); // a transaction of its own
  }

  private async sendAlone<R extends QueryResultRow>(
    statement: Statement,
    context: Exclude<QueryContext, Tx> | undefined,
  ): Promise<StatementResult<R>> {
    const client = prepareClient(await this.poolFor(context).connect());
    let failure: unknown;
    const run = () => this.execute<R>(client, statement);
    try {
      return await (context === 'without waiting for the disk' ? run() : this.reads.run(client, run));
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(failure instanceof Error && !(failure instanceof DatabaseError));
    }
  }

  private async sendTogether<R extends QueryResultRow>(statement: Statement): Promise<StatementResult<R>> {
    const { text, values } = statement;
    const name = this.nameOf(text);
    if (name === undefined) {
      return this.send<R>(statement);
    }
    try {
      return await this.lookups.answer<R>(new PreparedStatement(name, text, values));
    } catch (error) {
      if (tookTooLong(error)) {
        return this.send<R>(statement);
      }
      throw error;
    }
  }

  private execute<R extends QueryResultRow>(client: PoolClient, statement: Statement): Promise<StatementResult<R>>;
  private execute(client: PoolClient, { text, values }: Statement): Promise<StatementResult> {
    const name = this.nameOf(text);
    return name === undefined
      ? client.query(text, values)
      : client.query(new PreparedStatement(name, text, values)).answer;
  }

  private get current(): Tx | undefined {
    const context = this.ambient.getStore();
    return context instanceof Tx ? context : undefined;
  }

  /** What is asked for beside a transaction, or relaxedly, are single statements: a transaction is a request's then. */
  private transactionPoolFor(context: QueryContext | undefined): Pool {
    return context === 'in the background' || context === 'on reserved connections' ? this.poolFor(context) : this.pool;
  }

  private poolFor(context: Exclude<QueryContext, Tx> | undefined): Pool {
    switch (context) {
      case 'beside a transaction':
        return this.side;
      case 'without waiting for the disk':
        return this.relaxed;
      case 'in the background':
        return this.background;
      case 'on reserved connections':
        return this.reserved;
      default:
        return this.pool;
    }
  }

  /** One name per statement text, so that each connection prepares it once; unusual variety goes unprepared. */
  private nameOf(text: string): string | undefined {
    if (this.names.has(text) || this.names.size >= MAX_NAMES) {
      return this.names.get(text);
    }
    const name = isPlannedAnew(text) ? undefined : createHash('sha1').update(text).digest('base64url');
    this.names.set(text, name);
    return name;
  }
}
