import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';
import type { PackageType } from '../package-types.js';
import type { Cadence } from './cadence.js';

/** Which packages of a project are deleted automatically, and when (contract: packages §6.2). */
@Entity('package_cleanup_policies')
export class PackageCleanupPolicyEntity {
  @PrimaryColumn('bigint') projectId: number;
  @Column('boolean', { default: false }) enabled: boolean;
  @Column('text', { default: '1d' }) cadence: Cadence;
  @Column('integer', { nullable: true }) keepNVersions: number | null;
  /** In human-readable form. */
  @OptionalText() olderThan: string | null;
  @OptionalText() nameRegexDelete: string | null;
  @OptionalText() nameRegexKeep: string | null;
  /** Empty for all types. */
  @Column('text', { array: true, default: () => "'{}'" }) packageTypes: readonly PackageType[];
  /** Null unless the policy is enabled. */
  @TimeColumn({ nullable: true }) nextRunAt: string | null;
  @NowColumn() updatedAt: string;
}
