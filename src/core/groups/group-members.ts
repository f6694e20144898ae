import { Role } from '../access/role.js';
import type { MemberContainer } from '../members/member.js';
import type { Group } from './group.js';

/** Minimum role for managing members and credentials of a group (contract: core §4, §7, registry §8). */
export const GROUP_MANAGER = Role.Owner;

/** Returns a group as a container of members. */
export const groupContainer = (group: Group): MemberContainer => ({
  type: 'group',
  id: group.id,
  fullPath: group.fullPath,
  traversalIds: group.traversalIds,
  isTopGroup: group.parentId === null,
  callerLevel: group.level,
});
