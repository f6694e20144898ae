import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText } from '../../../platform/database/columns.js';
import type { VariableType } from '../pipeline.js';

/** A variable of a project, of a group, or of the instance if it has neither (contract: triggers §11). */
@Entity('ci_variables')
export class CiVariableEntity {
  @IdColumn() id: number;
  @Column('bigint', { nullable: true }) projectId: number | null;
  @Column('bigint', { nullable: true }) groupId: number | null;
  @Column('text') key: string;
  /** Sealed. */
  @Column('bytea') value: Buffer;
  @Column('text', { default: 'env_var' }) variableType: VariableType;
  @Column('boolean', { default: false }) isProtected: boolean;
  @Column('boolean', { default: false }) isMasked: boolean;
  @Column('boolean', { default: false }) isRaw: boolean;
  @Column('text', { default: '*' }) environmentScope: string;
  @OptionalText() description: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
