import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, OptionalText, TimeColumn } from '../../../platform/database/columns.js';
import type { PackageType } from '../package-types.js';
import type { Cadence } from './cadence.js';

/** What of a project's packages goes by itself, and when (contract: packages §6.2). */
@Entity('package_cleanup_policies')
export class PackageCleanupPolicyEntity {
  @PrimaryColumn('bigint') projectId: number;
  @Column('boolean', { default: false }) enabled: boolean;
  @Column('text', { default: '1d' }) cadence: Cadence;
  @Column('integer', { nullable: true }) keepNVersions: number | null;
  /** As people write durations. */
  @OptionalText() olderThan: string | null;
  @OptionalText() nameRegexDelete: string | null;
  @OptionalText() nameRegexKeep: string | null;
  /** All of them where it is empty. */
  @Column('text', { array: true, default: () => "'{}'" }) packageTypes: readonly PackageType[];
  /** Null unless it is enabled. */
  @TimeColumn({ nullable: true }) nextRunAt: string | null;
  @NowColumn() updatedAt: string;
}
