import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';
import type { PackageStatus, PackageType } from '../package-types.js';

/** One version of a package (contract: packages §3, §6). */
@Entity('packages')
export class PackageEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('text') packageType: PackageType;
  /** As lists show it. */
  @Column('text') name: string;
  /** What its format compares names by: a project holds a name and version once. */
  @Column('text') nameKey: string;
  /** Empty where there is none. */
  @Column('text', { default: '' }) version: string;
  /** What its format compares versions by. */
  @Column('text', { default: '' }) versionKey: string;
  @Column('text', { default: 'default' }) status: PackageStatus;
  /** What restoring gives back. */
  @OptionalText() statusBeforeDeletion: PackageStatus | null;
  /** Why it could not be processed. */
  @OptionalText() statusMessage: string | null;
  /** What its format keeps of it. */
  @Column('jsonb', { default: () => "'{}'" }) metadata: Readonly<Record<string, unknown>>;
  @Column('bigint', { nullable: true }) creatorId: number | null;
  @TimeColumn({ nullable: true }) lastDownloadedAt: string | null;
  @TimeColumn({ nullable: true }) deletedAt: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
