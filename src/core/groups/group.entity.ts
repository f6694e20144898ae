import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NowColumn, OptionalText } from '../../platform/database/columns.js';
import type { Visibility } from '../settings/visibility.js';
import type { GroupSwitches } from './group-switches.js';
import type { ProjectCreationLevel, SubgroupCreationLevel } from './creation-levels.js';

/** Columns of a group in addition to its namespace, whose id it shares. */
@Entity('groups')
export class GroupEntity {
  @PrimaryColumn('bigint') id: number;
  @OptionalText() description: string | null;
  @Column('text') visibility: Visibility;
  @Column('text', { default: 'developer' }) projectCreationLevel: ProjectCreationLevel;
  @Column('text', { default: 'maintainer' }) subgroupCreationLevel: SubgroupCreationLevel;
  @Column('integer', { default: 1 }) defaultBranchProtection: number;
  /** Only those that were sent; the others have their defaults. */
  @Column('jsonb', { default: () => "'{}'" }) switches: Partial<GroupSwitches>;
  /** Sealed. */
  @Column('bytea', { nullable: true }) runnersToken: Buffer | null;
  @Column('bytea', { nullable: true }) runnersTokenDigest: Buffer | null;
  @Column('text', { default: 'default' }) repositoryStorage: string;
  @Column('boolean', { default: false }) pendingDelete: boolean;
  /** Path before the deletion, which frees the current one. */
  @OptionalText() formerPath: string | null;
  @OptionalText() deletionId: string | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
