import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { poolBeside, poolOf } from './connection.js';
import { Lookups } from './lookups.js';
import { prepareClient } from './prepare-client.js';

/** Purpose of statements, which determines their connection pool. */
export type Purpose =
  | 'for a request'
  /** For callers that may already hold a connection: waiting for a second one of the same pool, they could deadlock. */
  | 'beside a transaction'
  /** Short statements whose commits do not wait for the disk. */
  | 'without waiting for the disk'
  /** Jobs, whose statements may take longer and must not delay requests. */
  | 'in the background'
  /** Work that waits for a locked row however long it is locked, without delaying jobs. */
  | 'in the background, with patience'
  /** Work that must be done even when other requests occupy their connections. */
  | 'on reserved connections';

const SIDE_CONNECTIONS = 2;
const RELAXED_CONNECTIONS = 2;
/**
 * Rows of queues and leases are short-lived, and leave dead entries in tables and indexes until these are vacuumed. A
 * plain index scan marks dead entries and skips them later; other scans read all of them each time.
 */
const RELAXED_SETTINGS = { synchronous_commit: 'off', enable_bitmapscan: 'off', enable_seqscan: 'off' };
const BACKGROUND_CONNECTIONS = 6;
const PATIENT_CONNECTIONS = 4;
const BACKGROUND_TIMEOUT_MS = 600_000;
const RESERVED_CONNECTIONS = 4;
const LOOKUP_CONNECTIONS = 2;
/** Slower lookups are run again separately, so that other statements wait no longer than this. */
const LOOKUP_TIMEOUT_MS = 100;

/** The connections of this process to the database. */
export class ConnectionPools {
  /** For rows that requests find by a key. */
  readonly lookups: Lookups;
  private readonly pools: Readonly<Record<Purpose, Pool>>;

  constructor(source: DataSource) {
    this.pools = {
      'for a request': poolOf(source).on('connect', prepareClient),
      'beside a transaction': poolBeside(source, SIDE_CONNECTIONS),
      'without waiting for the disk': poolBeside(source, RELAXED_CONNECTIONS, RELAXED_SETTINGS),
      'in the background': poolBeside(source, BACKGROUND_CONNECTIONS, timeout(BACKGROUND_TIMEOUT_MS)),
      'in the background, with patience': poolBeside(source, PATIENT_CONNECTIONS, {
        ...timeout(BACKGROUND_TIMEOUT_MS),
        lock_timeout: '0',
      }),
      'on reserved connections': poolBeside(source, RESERVED_CONNECTIONS),
    };
    this.lookups = new Lookups(poolBeside(source, LOOKUP_CONNECTIONS, timeout(LOOKUP_TIMEOUT_MS)));
  }

  for(purpose: Purpose): Pool {
    return this.pools[purpose];
  }

  /** Returns the number of connections in use for a purpose. */
  used(purpose: Purpose): number {
    const { idleCount, totalCount } = this.for(purpose);
    return totalCount - idleCount;
  }

  /** Ends all pools but that of requests, which TypeORM ends. */
  async end(): Promise<void> {
    const { 'for a request': _, ...own } = this.pools;
    await Promise.all([...Object.values(own), this.lookups].map((pool) => pool.end()));
  }
}

const timeout = (ms: number) => ({ statement_timeout: String(ms) });
