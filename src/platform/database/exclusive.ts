import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { poolOf } from './connection.js';

export type ExclusiveOutcome<T> = { readonly ran: true; readonly answer: T } | { readonly ran: false };

/** Runs work in only one process at a time. It may take long, since no transaction is open during it. */
@Injectable()
export class Exclusive {
  constructor(private readonly source: DataSource) {}

  /**
   * Runs `work` unless another process holds the lock with this number. The lock ends with the connection: a process
   * that dies releases it, and so does one whose connection breaks, so the work must tolerate running twice at the same
   * time.
   */
  async run<T>(lock: number, work: () => Promise<T>): Promise<ExclusiveOutcome<T>> {
    const client = await poolOf(this.source).connect();
    const connection = { isBroken: false };
    const broken = (): void => {
      connection.isBroken = true;
    };
    client.on('error', broken);
    try {
      if (!(await take(client, lock))) {
        return { ran: false };
      }
      const answer = await work().finally(() => letGo(client, lock).catch(broken));
      return { ran: true, answer };
    } finally {
      client.off('error', broken);
      client.release(connection.isBroken);
    }
  }
}

async function take(client: PoolClient, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
  return rows[0]?.taken ?? false;
}

async function letGo(client: PoolClient, lock: number): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [lock]);
}
