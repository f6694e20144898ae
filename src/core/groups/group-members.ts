import type { MemberContainer } from '../members/member.js';
import type { Group } from './group.js';

/** A group as something that has members. */
export const groupContainer = (group: Group): MemberContainer => ({
  type: 'group',
  id: group.id,
  fullPath: group.fullPath,
  traversalIds: group.traversalIds,
  isTopGroup: group.parentId === null,
  callerLevel: group.level,
});
