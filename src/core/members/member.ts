import type { AccountKind, BasicUser } from '../users/user.js';

/** A membership as it is read. */
export interface Member extends BasicUser {
  readonly memberId: number;
  readonly kind: AccountKind;
  readonly email: string;
  readonly level: number;
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: BasicUser | null;
}

/** What has members: a project or a group, with the groups above it. */
export interface MemberContainer {
  readonly type: 'project' | 'group';
  readonly id: number;
  readonly fullPath: string;
  /** Groups whose members are inherited, top first; a group's own id stands last. */
  readonly traversalIds: readonly number[];
  readonly isTopGroup: boolean;
  /** The caller's own level there. */
  readonly callerLevel: number;
}
