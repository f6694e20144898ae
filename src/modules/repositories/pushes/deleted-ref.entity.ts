import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';

/** What a ref held before it was deleted or force-moved (contract: git §10.1). */
@Entity('deleted_refs')
export class DeletedRefEntity {
  @IdColumn() id: number;
  @Column('bigint') repositoryId: number;
  @Column('text') type: 'branch' | 'tag';
  @Column('text') name: string;
  @Column('text') sha: string;
  @Column('text') reason: 'deleted' | 'moved';
  @Column('bigint') actorId: number;
  @NowColumn() createdAt: string;
}
