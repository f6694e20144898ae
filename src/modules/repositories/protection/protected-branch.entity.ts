import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';
import type { RuleLevel } from './rule-level.js';

@Entity('protected_branches')
export class ProtectedBranchEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('text') pattern: string;
  @Column('integer') pushLevel: RuleLevel;
  @Column('integer') mergeLevel: RuleLevel;
  @Column('integer') unprotectLevel: RuleLevel;
  @Column('boolean', { default: false }) allowForcePush: boolean;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
