import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';

@Entity('container_repositories')
export class ContainerRepositoryEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('text') name: string;
  @TimeColumn({ nullable: true }) firstManifestAt: string | null;
  @OptionalText() status: 'delete_scheduled' | 'delete_ongoing' | 'delete_failed' | null;
  @TimeColumn({ nullable: true }) cleanupPolicyStartedAt: string | null;
  @TimeColumn({ nullable: true }) nextCleanupAt: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
