import type { AccountKind, BasicUser } from '../users/user.js';

/** A membership as returned by queries. */
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

/** A container of members: a project or a group, with the groups above it. */
export interface MemberContainer {
  readonly type: 'project' | 'group';
  readonly id: number;
  readonly fullPath: string;
  /** Groups whose members are inherited, top first; a group's own id is last. */
  readonly traversalIds: readonly number[];
  readonly isTopGroup: boolean;
  /** The caller's own level in it. */
  readonly callerLevel: number;
}
