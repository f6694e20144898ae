import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn } from '../../../platform/database/columns.js';

@Entity('protected_branches')
export class ProtectedBranchEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('text') pattern: string;
  @Column('integer') pushLevel: number;
  @Column('integer') mergeLevel: number;
  @Column('integer') unprotectLevel: number;
  @Column('boolean', { default: false }) allowForcePush: boolean;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
