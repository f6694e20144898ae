import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';

@Entity('container_cleanup_plans')
export class CleanupPlanEntity {
  @PrimaryColumn('text') id: string;
  @Column('bigint') repositoryId: number;
  @Column('jsonb') parameters: unknown;
  @Column('jsonb') items: unknown;
  @Column('bigint', { nullable: true }) creatorId: number | null;
  @OptionalText() operationId: string | null;
  @TimeColumn() expiresAt: string;
  @NowColumn() createdAt: string;
  @Column('integer', { default: 0 }) keptCount: number;
  @Column('integer', { default: 0 }) done: number;
  @Column('integer', { default: 0 }) deletedCount: number;
  @Column('text', { array: true, default: () => "'{}'" }) deleted: readonly string[];
  @Column('text', { array: true, default: () => "'{}'" }) skipped: readonly string[];
}
