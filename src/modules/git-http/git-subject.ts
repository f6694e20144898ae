import type { AuditAuthor } from '../../core/audit/audit-author.js';
import type { CredentialHolder, UserHolder } from '../../core/credentials/credential-kind.js';
import type { GitService } from './git-address.js';

/** The authenticated client of a git request. */
export type GitSubject = { readonly kind: 'anonymous' } | CredentialHolder;

export const ANONYMOUS: GitSubject = { kind: 'anonymous' };

export const authorOf = ({ account, credential }: UserHolder, address: string): AuditAuthor => ({
  account,
  userId: account.id,
  address,
  sudoBy: null,
  credential,
});

/** Key under which requests are counted together: an account, a deploy token, or an address. */
export function clientOf(subject: GitSubject, address: string): string {
  switch (subject.kind) {
    case 'anonymous':
      return address;
    case 'deploy_token':
      return `deploy token ${subject.id}`;
    default:
      return `account ${subject.account.id}`;
  }
}

const SCOPES: Readonly<Record<GitService, readonly string[]>> = {
  'git-upload-pack': ['api', 'write_repository', 'read_repository'],
  'git-receive-pack': ['api', 'write_repository'],
};

/** Whether the scopes of the subject's credential cover the service (contract: git §5.2). */
export function coversService(subject: GitSubject, service: GitService): boolean {
  const scopes = SCOPES[service];
  switch (subject.kind) {
    case 'user': {
      const held = subject.credential?.scopes ?? null;
      return held === null || scopes.some((scope) => held.has(scope));
    }
    case 'deploy_token':
      return service === 'git-upload-pack' && subject.scopes.includes('read_repository');
    default:
      return true;
  }
}
