import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the folded changes of a counter add up to; see `counterOf`. */
@Entity('counters')
export class CounterEntity {
  @PrimaryColumn('text') name: string;
  /** Of the row that it counts for, in the table that the counter's name implies. */
  @PrimaryColumn('bigint') ownerId: number;
  @Column('bigint') value: number;
}
