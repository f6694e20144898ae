import type { AuditedEntity, AuditedTarget } from '../audit/audit-event.js';
import type { Group } from './group.js';

export const auditedGroup = (group: Group): AuditedEntity => ({
  type: 'Group',
  id: group.id,
  path: group.fullPath,
  groupIds: group.traversalIds,
});

export const groupAsTarget = (group: Group): AuditedTarget => ({
  id: group.id,
  type: 'Group',
  details: group.fullPath,
});
