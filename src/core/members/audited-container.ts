import type { AuditedEntity } from '../audit/audit-event.js';
import type { MemberContainer } from './member.js';

/** Returns a project or group as the subject of audit events. */
export const auditedContainer = (container: MemberContainer): AuditedEntity => ({
  type: container.type === 'project' ? 'Project' : 'Group',
  id: container.id,
  path: container.fullPath,
  groupIds: container.traversalIds,
});
