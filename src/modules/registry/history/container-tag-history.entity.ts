import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';

@Entity('container_tag_history')
export class ContainerTagHistoryEntity {
  @IdColumn() id: number;
  @Column('bigint') repositoryId: number;
  @Column('text') name: string;
  @Column('text') digest: string;
  @Column('text') reason: 'deleted' | 'overwritten';
  @Column('bigint', { nullable: true }) authorId: number | null;
  @OptionalText() authorName: string | null;
  @NowColumn() happenedAt: string;
  @TimeColumn() restorableUntil: string;
}
