import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';
import type { RepositoryStatus } from './repository-record.js';

/** A container image repository of a project (contract: registry §3.2). */
@Entity('container_repositories')
export class ContainerRepositoryEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  /** The part of its path after the project's; empty at the project's own path. */
  @Column('text') name: string;
  /** Null until a manifest makes it visible. */
  @TimeColumn({ nullable: true }) firstManifestAt: string | null;
  /** Null while it is live. */
  @OptionalText() status: RepositoryStatus | null;
  @TimeColumn({ nullable: true }) cleanupPolicyStartedAt: string | null;
  /** No bulk delete may start before this time. */
  @TimeColumn({ nullable: true }) nextCleanupAt: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
