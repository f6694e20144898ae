import { Role } from '../access/role.js';
import type { MemberContainer } from '../members/member.js';
import { levelOf } from './project.js';
import type { Project } from './project.js';

/** The lowest role that may manage members and credentials of a project (contract: core §4, §7, registry §8). */
export const PROJECT_MANAGER = Role.Maintainer;

/** A project as a container of members. */
export const projectContainer = (project: Project): MemberContainer => ({
  type: 'project',
  id: project.id,
  fullPath: project.fullPath,
  traversalIds: project.namespaceKind === 'group' ? project.traversalIds : [],
  isTopGroup: false,
  callerLevel: levelOf(project),
});
