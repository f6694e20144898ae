import { Column, Entity } from 'typeorm';
import { IdColumn, TimeColumn } from '../../../platform/database/columns.js';

@Entity('repository_leases')
export class RepositoryLeaseEntity {
  @IdColumn() id: number;
  @Column('bigint') repositoryId: number;
  @Column('text') kind: 'read' | 'write';
  @Column('text') owner: string;
  @TimeColumn() expiresAt: string;
}
