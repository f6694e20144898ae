import type { IncomingMessage } from 'node:http';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import type { AuditedEntity } from '../../../core/audit/audit-event.js';
import type { PackageCall } from './package-call.js';
import type { PackageProject } from './package-project.js';
import { accountOf } from './package-subject.js';
import { addressOf } from '../../../platform/http/request-state.js';

/** Who acts by a package protocol, as the audit log names them. */
export function auditAuthorOf({ subject }: PackageCall, request: IncomingMessage): AuditAuthor {
  const account = accountOf(subject);
  return {
    account,
    userId: account?.id ?? 0,
    address: addressOf(request),
    sudoBy: null,
    credential: subject.kind === 'user' ? subject.credential : null,
  };
}

export const auditedPackageProject = ({ projectId, fullPath, groupIds }: PackageProject): AuditedEntity => ({
  type: 'Project',
  id: projectId,
  path: fullPath,
  groupIds,
});
