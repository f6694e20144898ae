import { Column, Entity } from 'typeorm';
import { IdColumn } from '../database/columns.js';

/** A change that is not yet folded into its counter; written by triggers, in the transaction of its cause. */
@Entity('counter_changes')
export class CounterChangeEntity {
  @IdColumn() id: number;
  @Column('text') name: string;
  @Column('bigint') ownerId: number;
  @Column('bigint') change: number;
}
