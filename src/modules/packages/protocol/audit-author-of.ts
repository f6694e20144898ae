import type { IncomingMessage } from 'node:http';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import type { AuditedEntity } from '../../../core/audit/audit-event.js';
import { clientAddressOf } from '../../../platform/http/request-state.js';
import type { PackageCall } from './package-call.js';
import type { PackageProject } from './package-project.js';
import { accountOf } from '../../../core/credentials/account-of.js';
import { sudoerOf } from './package-subject.js';

const named = new WeakSet<IncomingMessage>();

/** The author of the audit events of this request. */
export function auditAuthorOf({ subject }: PackageCall, request: IncomingMessage): AuditAuthor {
  named.add(request);
  const account = accountOf(subject);
  return {
    account,
    userId: account?.id ?? 0,
    address: clientAddressOf(request),
    sudoBy: sudoerOf(subject) ?? null,
    credential: subject.kind === 'user' ? subject.credential : null,
  };
}

/** Whether an audit event was written with the author of this request. */
export const isAudited = (request: IncomingMessage): boolean => named.has(request);

export const auditedPackageProject = ({ projectId, fullPath, groupIds }: PackageProject): AuditedEntity => ({
  type: 'Project',
  id: projectId,
  path: fullPath,
  groupIds,
});
