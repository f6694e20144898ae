import type { AuditedEntity, AuditedTarget } from '../audit/audit-event.js';
import type { Project } from './project.js';

/** A project as audit events name it; a personal namespace counts as no group. */
export const auditedProject = (project: Project): AuditedEntity => ({
  type: 'Project',
  id: project.id,
  path: project.fullPath,
  groupIds: project.namespaceKind === 'group' ? project.traversalIds : [],
});

export const projectAsTarget = (project: Project): AuditedTarget => ({
  id: project.id,
  type: 'Project',
  details: project.fullPath,
});
