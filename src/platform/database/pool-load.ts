import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { poolOf } from './connection.js';

/** Load of this process's connections. */
@Injectable()
export class PoolLoad {
  constructor(private readonly source: DataSource) {}

  /**
   * Returns the numbers of connections in use and idle, and of callers that wait for one. Callers for which a
   * connection is idle do not count: they get it later in this turn of the event loop.
   */
  read(): { readonly used: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = poolOf(this.source);
    return { used: totalCount - idleCount, idle: idleCount, waiting: Math.max(0, waitingCount - idleCount) };
  }
}
