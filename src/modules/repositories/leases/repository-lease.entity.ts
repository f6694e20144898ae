import { Column, Entity } from 'typeorm';
import { IdColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A process that reads, writes or moves a repository at this moment (contract: storage-moves §5). */
@Entity('repository_leases')
export class RepositoryLeaseEntity {
  @IdColumn() id: number;
  @Column('bigint') repositoryId: number;
  @Column('text') kind: 'read' | 'write' | 'move';
  /** The process, by its own name. */
  @Column('text') owner: string;
  @TimeColumn() expiresAt: string;
}
