import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { NowColumn, OptionalText } from '../../platform/database/columns.js';
import type { Visibility } from '../settings/visibility.js';
import type { ProjectSwitches } from './project-switches.js';
import type { RegistryLevel } from './registry-level.js';

@Entity('projects')
export class ProjectEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('bigint') namespaceId: number;
  @Column('text') name: string;
  @Column('text') path: string;
  @OptionalText() description: string | null;
  @Column('text') visibility: Visibility;
  @OptionalText() defaultBranch: string | null;
  @Column('bigint', { nullable: true }) creatorId: number | null;
  @Column('text', { array: true, default: () => "'{}'" }) topics: readonly string[];
  @Column('boolean', { default: false }) archived: boolean;
  @OptionalText() ciConfigPath: string | null;
  @Column('integer', { default: 3600 }) buildTimeout: number;
  @Column('boolean', { default: true }) jobsEnabled: boolean;
  @Column('boolean', { default: true }) publicJobs: boolean;
  @Column('boolean', { default: true }) sharedRunnersEnabled: boolean;
  @Column('boolean', { default: true }) packagesEnabled: boolean;
  @Column('text', { default: 'enabled' }) autoCancelPendingPipelines: 'enabled' | 'disabled';
  @Column('text', { default: 'enabled' }) containerRegistryAccessLevel: RegistryLevel;
  @Column('text', { default: 'default' }) repositoryStorage: string;
  @Column('boolean', { default: true }) emptyRepo: boolean;
  /** The switches that were set; the others have their defaults. */
  @Column('jsonb', { default: () => "'{}'" }) switches: Partial<ProjectSwitches>;
  /** Sealed. */
  @Column('bytea', { nullable: true }) runnersToken: Buffer | null;
  @Column('bytea', { nullable: true }) runnersTokenDigest: Buffer | null;
  @Column('boolean', { default: false }) pendingDelete: boolean;
  /** The path of a project that is being deleted; the path itself is free at once. */
  @OptionalText() formerPath: string | null;
  @OptionalText() deletionId: string | null;
  @NowColumn() lastActivityAt: string;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
