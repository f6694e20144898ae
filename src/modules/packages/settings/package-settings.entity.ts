import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText } from '../../../platform/database/columns.js';
import type { DuplicateType } from './duplicate-types.js';

/** Settings of a project or group for a format; null is inherited (contract: packages §6.3). */
@Entity('package_settings')
export class PackageSettingsEntity {
  @IdColumn() id: number;
  @Column('bigint', { nullable: true }) projectId: number | null;
  @Column('bigint', { nullable: true }) groupId: number | null;
  @Column('text') packageType: DuplicateType;
  @Column('boolean', { nullable: true }) duplicatesAllowed: boolean | null;
  /** A pattern for whole names or versions for which duplicates are allowed nevertheless. */
  @OptionalText() duplicateException: string | null;
  @NowColumn() updatedAt: string;
}
