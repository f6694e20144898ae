import { Role } from '../access/role.js';
import type { MemberContainer } from '../members/member.js';
import type { Group } from './group.js';

/** The least role that manages members and credentials of a group (contract: core §4, §7, registry §8). */
export const GROUP_MANAGER = Role.Owner;

/** A group as something that has members. */
export const groupContainer = (group: Group): MemberContainer => ({
  type: 'group',
  id: group.id,
  fullPath: group.fullPath,
  traversalIds: group.traversalIds,
  isTopGroup: group.parentId === null,
  callerLevel: group.level,
});
