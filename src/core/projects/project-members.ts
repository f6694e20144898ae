import type { MemberContainer } from '../members/member.js';
import { levelOf } from './project.js';
import type { Project } from './project.js';

/** A project as something that has members. */
export const projectContainer = (project: Project): MemberContainer => ({
  type: 'project',
  id: project.id,
  fullPath: project.fullPath,
  traversalIds: project.namespaceKind === 'group' ? project.traversalIds : [],
  isTopGroup: false,
  callerLevel: levelOf(project),
});
