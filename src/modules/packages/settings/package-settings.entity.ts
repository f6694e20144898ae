import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText } from '../../../platform/database/columns.js';
import type { DuplicateType } from './duplicate-types.js';

/** What a project or a group has set for a format; null is inherited (contract: packages §6.3). */
@Entity('package_settings')
export class PackageSettingsEntity {
  @IdColumn() id: number;
  @Column('bigint', { nullable: true }) projectId: number | null;
  @Column('bigint', { nullable: true }) groupId: number | null;
  @Column('text') packageType: DuplicateType;
  @Column('boolean', { nullable: true }) duplicatesAllowed: boolean | null;
  /** A pattern for whole names or versions that may repeat all the same. */
  @OptionalText() duplicateException: string | null;
  @NowColumn() updatedAt: string;
}
