import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';
import type { RunnerAccessLevel, RunnerType } from './runner-type.js';

@Entity('ci_runners')
export class CiRunnerEntity {
  @IdColumn() id: number;
  @Column('text') runnerType: RunnerType;
  @Column('bigint', { nullable: true }) groupId: number | null;
  /** Digest of its token; the token itself is not stored. */
  @Column('bytea') digest: Buffer;
  @OptionalText() description: string | null;
  @OptionalText() maintenanceNote: string | null;
  @Column('text', { array: true, default: () => "'{}'" }) tags: readonly string[];
  @Column('boolean', { default: true }) runUntagged: boolean;
  @Column('boolean', { default: false }) isLocked: boolean;
  @Column('boolean', { default: false }) isPaused: boolean;
  @Column('text', { default: 'not_protected' }) accessLevel: RunnerAccessLevel;
  /** In seconds; null for no limit. */
  @Column('integer', { nullable: true }) maximumTimeout: number | null;
  @OptionalText() name: string | null;
  @OptionalText() version: string | null;
  @OptionalText() revision: string | null;
  @OptionalText() platform: string | null;
  @OptionalText() architecture: string | null;
  @OptionalText() ipAddress: string | null;
  @TimeColumn({ nullable: true }) contactedAt: string | null;
  /** Null for a runner that registered itself. */
  @Column('bigint', { nullable: true }) createdBy: number | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
