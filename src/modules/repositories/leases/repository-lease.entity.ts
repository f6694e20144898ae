import { Column, Entity } from 'typeorm';
import { IdColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A process that is reading, writing or moving a repository (contract: storage-moves §5). */
@Entity('repository_leases')
export class RepositoryLeaseEntity {
  @IdColumn() id: number;
  @Column('bigint') repositoryId: number;
  @Column('text') kind: 'read' | 'write' | 'move';
  /** Identity of the process. */
  @Column('text') owner: string;
  @TimeColumn() expiresAt: string;
}
