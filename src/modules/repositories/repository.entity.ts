import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../platform/database/columns.js';

@Entity('repositories')
export class RepositoryEntity {
  @IdColumn() id: number;
  @Column('bigint', { nullable: true }) projectId: number | null;
  @Column('bigint', { nullable: true }) groupId: number | null;
  @Column('bigint', { nullable: true }) snippetId: number | null;
  @Column('text') type: 'code' | 'wiki' | 'snippet';
  @Column('text') storage: string;
  @Column('text') relativePath: string;
  @Column('boolean', { default: false }) readOnly: boolean;
  @Column('bigint', { default: 0 }) sizeBytes: number;
  @Column('bigint', { default: 0 }) commitCount: number;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
