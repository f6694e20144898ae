import { auditedGroup } from '../groups/group-audit.js';
import type { Group } from '../groups/group.js';
import { auditedProject } from '../projects/project-audit.js';
import { auditedContainer } from '../members/audited-container.js';
import type { MemberContainer } from '../members/member.js';
import type { Project } from '../projects/project.js';
import type { DeployTokenContainer } from './deploy-token.js';

/** Returns a project as a container of deploy tokens. */
export const deployedProject = (project: Project): DeployTokenContainer => ({
  type: 'project',
  id: project.id,
  audited: auditedProject(project),
});

/** Returns a group as a container of deploy tokens. */
export const deployedGroup = (group: Group): DeployTokenContainer => ({
  type: 'group',
  id: group.id,
  audited: auditedGroup(group),
});

/** Returns the project or group of a page as a container of deploy tokens. */
export const deployedContainer = (container: MemberContainer): DeployTokenContainer => ({
  type: container.type,
  id: container.id,
  audited: auditedContainer(container),
});
