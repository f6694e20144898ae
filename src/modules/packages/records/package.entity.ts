import { Column, Entity } from 'typeorm';
import { IdColumn, NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';
import type { PackageStatus, PackageType } from '../package-types.js';

/** One version of a package (contract: packages §3, §6). */
@Entity('packages')
export class PackageEntity {
  @IdColumn() id: number;
  @Column('bigint') projectId: number;
  @Column('text') packageType: PackageType;
  /** Name as listed. */
  @Column('text') name: string;
  /** Form in which its format compares names: within a project, a combination of name and version is unique. */
  @Column('text') nameKey: string;
  /** Empty for a package without a version. */
  @Column('text', { default: '' }) version: string;
  /** Form in which its format compares versions. */
  @Column('text', { default: '' }) versionKey: string;
  @Column('text', { default: 'default' }) status: PackageStatus;
  /** Status that a restoration sets again. */
  @OptionalText() statusBeforeDeletion: PackageStatus | null;
  /** Why the package could not be processed. */
  @OptionalText() statusMessage: string | null;
  /** Data stored by its format. */
  @Column('jsonb', { default: () => "'{}'" }) metadata: Readonly<Record<string, unknown>>;
  @Column('bigint', { nullable: true }) creatorId: number | null;
  @TimeColumn({ nullable: true }) lastDownloadedAt: string | null;
  @TimeColumn({ nullable: true }) deletedAt: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
