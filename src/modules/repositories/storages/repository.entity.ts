import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';
import type { RepositoryType } from '../../../core/namespaces/container-repositories.js';

/** A git repository of a project, a group or a snippet (contract: storage-moves §10). */
@Entity('repositories')
export class RepositoryEntity {
  @IdColumn() id: number;
  @Column('bigint', { nullable: true }) projectId: number | null;
  @Column('bigint', { nullable: true }) groupId: number | null;
  @Column('bigint', { nullable: true }) snippetId: number | null;
  @Column('text') type: RepositoryType;
  @Column('text') storage: string;
  /** Relative to the storage; never depends on names. */
  @Column('text') relativePath: string;
  /** True from the scheduling of a move until its end. */
  @Column('boolean', { default: false }) readOnly: boolean;
  @Column('bigint', { default: 0 }) sizeBytes: number;
  @Column('bigint', { default: 0 }) commitCount: number;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
