import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../database/columns.js';

@Entity('rate_counters')
export class RateCounterEntity {
  @PrimaryColumn('text') name: string;
  @PrimaryColumn('bigint') windowStart: number;
  @Column('integer') hits: number;
  @TimeColumn() expiresAt: string;
}
