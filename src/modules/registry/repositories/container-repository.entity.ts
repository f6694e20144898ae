import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';
import type { RepositoryStatus } from './repository-record.js';

/** A container image repository of a project (contract: registry §3.2). */
@Entity('container_repositories')
export class ContainerRepositoryEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  /** The part of its path behind the project's; empty at the path itself. */
  @Column('text') name: string;
  /** Null until a manifest makes it visible. */
  @TimeColumn({ nullable: true }) firstManifestAt: string | null;
  /** Null for a live one. */
  @OptionalText() status: RepositoryStatus | null;
  @TimeColumn({ nullable: true }) cleanupPolicyStartedAt: string | null;
  /** No bulk delete begins before. */
  @TimeColumn({ nullable: true }) nextCleanupAt: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
