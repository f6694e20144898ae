import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last number that a project assigned, by kind of numbered record (contract: triggers §3). */
@Entity('internal_ids')
export class InternalIdEntity {
  @PrimaryColumn('bigint') projectId: number;
  @PrimaryColumn('text') usage: string;
  @Column('bigint') lastValue: number;
}
