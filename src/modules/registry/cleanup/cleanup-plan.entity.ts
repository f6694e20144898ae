import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';
import type { CleanupRules } from './cleanup-rules.js';

/** A name and the digest it pointed to. */
export type SeenPair = readonly [name: string, digest: string];

/** Tags that a bulk delete will remove, and its progress (contract: registry §4 Plan). */
@Entity('container_cleanup_plans')
export class CleanupPlanEntity {
  @PrimaryColumn('text') id: string;
  @Column('bigint') repositoryId: number;
  @Column('jsonb') parameters: CleanupRules | null;
  @Column('jsonb') items: readonly SeenPair[];
  @Column('bigint', { nullable: true }) creatorId: number | null;
  /** Null for the plan of a dry run. */
  @OptionalText() operationId: string | null;
  @TimeColumn() expiresAt: string;
  @NowColumn() createdAt: string;
  @Column('integer', { default: 0 }) keptCount: number;
  @Column('integer', { default: 0 }) done: number;
  @Column('integer', { default: 0 }) deletedCount: number;
  /** The first names, up to a limit. */
  @Column('text', { array: true, default: () => "'{}'" }) deleted: readonly string[];
  /** Names that were pushed again in the meantime. */
  @Column('text', { array: true, default: () => "'{}'" }) skipped: readonly string[];
}
