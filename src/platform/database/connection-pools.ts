import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { poolBeside, poolOf } from './connection.js';
import { Lookups } from './lookups.js';
import { prepareClient } from './prepare-client.js';

/** What statements are for, which says whose connections they take. */
export type Purpose =
  | 'for a request'
  /** On behalf of callers that may hold a connection: were they to wait for a second one, they could wait for each other. */
  | 'beside a transaction'
  /** Short statements whose commits do not wait for the disk. */
  | 'without waiting for the disk'
  /** Jobs, whose statements may take longer and must not keep requests waiting. */
  | 'in the background'
  /** Work in the background that waits for a locked row however long it is locked, and keeps no job waiting meanwhile. */
  | 'in the background, with patience'
  /** What must be answered however long other requests keep theirs. */
  | 'on reserved connections';

const SIDE_CONNECTIONS = 2;
const RELAXED_CONNECTIONS = 2;
/**
 * Rows of queues and leases come and go, and leave their dead in the tables and indexes until these are vacuumed. A plain
 * scan of an index marks its dead entries and passes over them from then on; other scans read all of them each time.
 */
const RELAXED_SETTINGS = { synchronous_commit: 'off', enable_bitmapscan: 'off', enable_seqscan: 'off' };
const BACKGROUND_CONNECTIONS = 6;
const PATIENT_CONNECTIONS = 4;
const BACKGROUND_TIMEOUT_MS = 600_000;
const RESERVED_CONNECTIONS = 4;
const LOOKUP_CONNECTIONS = 2;
/** What takes longer runs again by itself: nobody waits for it longer than that. */
const LOOKUP_TIMEOUT_MS = 100;

/** The connections of this process to the database. */
export class ConnectionPools {
  /** For what requests find by a key. */
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

  /** How many of a purpose are in use. */
  used(purpose: Purpose): number {
    const { idleCount, totalCount } = this.for(purpose);
    return totalCount - idleCount;
  }

  /** Ends all of them but those of requests, which TypeORM ends. */
  async end(): Promise<void> {
    const { 'for a request': _, ...own } = this.pools;
    await Promise.all([...Object.values(own), this.lookups].map((pool) => pool.end()));
  }
}

const timeout = (ms: number) => ({ statement_timeout: String(ms) });
