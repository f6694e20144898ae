import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../database/columns.js';

/** Requests and failures counted in windows of time; an unlogged table. */
@Entity('rate_counters')
export class RateCounterEntity {
  @PrimaryColumn('text') name: string;
  @PrimaryColumn('bigint') windowStart: number;
  @Column('integer') hits: number;
  @TimeColumn() expiresAt: string;
}
