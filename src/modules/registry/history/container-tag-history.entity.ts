import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';

export type TagHistoryReason = 'deleted' | 'overwritten';

/** Where tags pointed before they were deleted or moved (contract: registry §9.3). */
@Entity('container_tag_history')
export class ContainerTagHistoryEntity {
  @IdColumn() id: number;
  @Column('bigint') repositoryId: number;
  @Column('text') name: string;
  @Column('text') digest: string;
  @Column('text') reason: TagHistoryReason;
  @Column('bigint', { nullable: true }) authorId: number | null;
  /** Deploy tokens have a name but no account. */
  @OptionalText() authorName: string | null;
  @NowColumn() happenedAt: string;
  /** The tag can be restored at least until then. */
  @TimeColumn() restorableUntil: string;
}
