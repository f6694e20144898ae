import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { poolOf } from './connection.js';

/** How busy the connections of this process are. */
@Injectable()
export class PoolLoad {
  constructor(private readonly source: DataSource) {}

  /**
   * Connections in use and idle, and callers that wait for one. Those for whom one is idle do not: they have it later in
   * this turn, among them what reads other figures for the same answer.
   */
  read(): { readonly used: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = poolOf(this.source);
    return { used: totalCount - idleCount, idle: idleCount, waiting: Math.max(0, waitingCount - idleCount) };
  }
}
