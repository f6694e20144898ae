import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';

@Entity('ci_runners')
export class CiRunnerEntity {
  @IdColumn() id: number;
  @Column('text') runnerType: 'instance_type' | 'group_type' | 'project_type';
  @Column('bigint', { nullable: true }) groupId: number | null;
  @Column('bytea') digest: Buffer;
  @OptionalText() description: string | null;
  @OptionalText() maintenanceNote: string | null;
  @Column('text', { array: true, default: () => "'{}'" }) tags: readonly string[];
  @Column('boolean', { default: true }) runUntagged: boolean;
  @Column('boolean', { default: false }) isLocked: boolean;
  @Column('boolean', { default: false }) isPaused: boolean;
  @Column('text', { default: 'not_protected' }) accessLevel: 'not_protected' | 'ref_protected';
  @Column('integer', { nullable: true }) maximumTimeout: number | null;
  @OptionalText() name: string | null;
  @OptionalText() version: string | null;
  @OptionalText() revision: string | null;
  @OptionalText() platform: string | null;
  @OptionalText() architecture: string | null;
  @OptionalText() ipAddress: string | null;
  @TimeColumn({ nullable: true }) contactedAt: string | null;
  @Column('bigint', { nullable: true }) createdBy: number | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
