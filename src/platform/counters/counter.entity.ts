import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Sum of the folded changes of a counter; see `counterOf`. */
@Entity('counters')
export class CounterEntity {
  @PrimaryColumn('text') name: string;
  /** Id of the counted row, in the table that the counter's name implies. */
  @PrimaryColumn('bigint') ownerId: number;
  @Column('bigint') value: number;
}
