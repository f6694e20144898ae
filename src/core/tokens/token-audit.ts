import type { AuditedEntity } from '../audit/audit-event.js';

export const auditedUser = (user: { readonly id: number; readonly username: string }): AuditedEntity => ({
  type: 'User',
  id: user.id,
  path: user.username,
  groupIds: [],
});
