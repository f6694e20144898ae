import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText } from '../../../platform/database/columns.js';

@Entity('ci_variables')
export class CiVariableEntity {
  @IdColumn() id: number;
  @Column('bigint', { nullable: true }) projectId: number | null;
  @Column('bigint', { nullable: true }) groupId: number | null;
  @Column('text') key: string;
  @Column('bytea') value: Buffer;
  @Column('text', { default: 'env_var' }) variableType: 'env_var' | 'file';
  @Column('boolean', { default: false }) isProtected: boolean;
  @Column('boolean', { default: false }) isMasked: boolean;
  @Column('boolean', { default: false }) isRaw: boolean;
  @Column('text', { default: '*' }) environmentScope: string;
  @OptionalText() description: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
