import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('internal_ids')
export class InternalIdEntity {
  @PrimaryColumn('bigint') projectId: number;
  @PrimaryColumn('text') usage: string;
  @Column('bigint') lastValue: number;
}
