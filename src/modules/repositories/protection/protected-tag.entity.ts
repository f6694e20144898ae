import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';
import type { RuleLevel } from './rule-level.js';

@Entity('protected_tags')
export class ProtectedTagEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('text') pattern: string;
  @Column('integer') createLevel: RuleLevel;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
