import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { NowColumn, OptionalText, TimeColumn } from '../../platform/database/columns.js';

/** Human users, bots of project and group tokens, and system accounts. */
@Entity('users')
export class UserEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('text', { default: 'human' }) kind: 'human' | 'project_bot' | 'group_bot' | 'system';
  @Column('text') username: string;
  @Column('text') name: string;
  @Column('text') email: string;
  /** Null for accounts without a password, such as bots. */
  @OptionalText() passwordDigest: string | null;
  @Column('text', { default: 'active' }) state: 'active' | 'blocked' | 'deactivated';
  @Column('boolean', { default: false }) isAdmin: boolean;
  @Column('boolean', { default: false }) isExternal: boolean;
  @Column('boolean', { default: true }) canCreateGroup: boolean;
  @Column('integer', { default: 100_000 }) projectsLimit: number;
  @Column('boolean', { default: false }) privateProfile: boolean;
  @OptionalText() bio: string | null;
  @OptionalText() location: string | null;
  @OptionalText() organization: string | null;
  @OptionalText() jobTitle: string | null;
  @OptionalText() websiteUrl: string | null;
  @OptionalText() publicEmail: string | null;
  @OptionalText() note: string | null;
  @TimeColumn({ nullable: true }) confirmedAt: string | null;
  @TimeColumn({ nullable: true }) lastSignInAt: string | null;
  @TimeColumn({ nullable: true }) currentSignInAt: string | null;
  @Column('date', { nullable: true }) lastActivityOn: string | null;
  /** Last use by a browser or a token of the user, which may have been deleted since. */
  @TimeColumn({ nullable: true }) lastUsedAt: string | null;
  @Column('bigint', { nullable: true }) createdBy: number | null;
  /** The group whose identity provider created the account and determines its name, e-mail and state. */
  @Column('bigint', { nullable: true }) managedBy: number | null;
  @NowColumn() createdAt: string;
  @NowColumn() updatedAt: string;
}
