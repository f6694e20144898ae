import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';

/** Matching tags must neither be moved nor deleted (contract: registry §9.4). */
@Entity('container_tag_rules')
export class ContainerTagRuleEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('text') tagPattern: string;
  @Column('text', { default: '.*' }) repositoryPattern: string;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
