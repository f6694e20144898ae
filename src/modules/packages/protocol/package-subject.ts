import type { Account } from '../../../core/access/caller.js';
import type { CredentialHolder } from '../../../core/credentials/credential-kind.js';
import { reaches } from '../../../core/deploy-tokens/deploy-token.js';
import { allows } from '../access/package-rights.js';
import type { PackageRight } from '../access/package-rights.js';
import type { PackageProject } from './package-project.js';

/** Who asks by a package protocol, with the limits of the credential. */
export type PackageSubject = { readonly kind: 'anonymous' } | CredentialHolder;

export const ANONYMOUS: PackageSubject = { kind: 'anonymous' };

/** Whose account the subject acts with; null for those without one. */
export const accountOf = (subject: PackageSubject): Account | null =>
  subject.kind === 'user' || subject.kind === 'job' ? subject.account : null;

/** What clients show of who they are; null for nobody. */
export const userNameOf = (subject: PackageSubject): string | null =>
  subject.kind === 'deploy_token' ? subject.username : (accountOf(subject)?.username ?? null);

const DEPLOY_SCOPES: Readonly<Record<PackageRight, string | null>> = {
  read: 'read_package_registry',
  publish: 'write_package_registry',
  delete: null,
};

/** Whether the subject has the right in a project that it sees (contract: packages §2, §4). */
export function hasRight(subject: PackageSubject, project: PackageProject, right: PackageRight): boolean {
  switch (subject.kind) {
    case 'anonymous':
      return right === 'read' && project.visibility === 'public';
    case 'deploy_token':
      return coversByDeployToken(subject.scopes, right) && (isOpen(project, right) || reaches(subject, project));
    case 'job':
      return allows(project, subject.account.isAdmin, right);
    case 'user':
      return (
        coversByScopes(subject.credential?.scopes ?? null, right) && allows(project, subject.account.isAdmin, right)
      );
  }
}

/** Whether the credential covers reading packages at all; none covers what anybody may read. */
export function coversReading(subject: PackageSubject): boolean {
  switch (subject.kind) {
    case 'deploy_token':
      return coversByDeployToken(subject.scopes, 'read');
    case 'user':
      return coversByScopes(subject.credential?.scopes ?? null, 'read');
    default:
      return true;
  }
}

const isOpen = ({ visibility }: PackageProject, right: PackageRight): boolean =>
  right === 'read' && visibility === 'public';

/** No scope limits a password. */
const coversByScopes = (scopes: ReadonlySet<string> | null, right: PackageRight): boolean =>
  scopes === null || scopes.has('api') || (right === 'read' && scopes.has('read_api'));

function coversByDeployToken(scopes: readonly string[], right: PackageRight): boolean {
  const needed = DEPLOY_SCOPES[right];
  return needed !== null && scopes.includes(needed);
}

/** Whether both are the same account, or the same deploy token. */
export function isSameHolder(one: PackageSubject, other: PackageSubject): boolean {
  if (one.kind === 'deploy_token' || other.kind === 'deploy_token') {
    return one.kind === 'deploy_token' && other.kind === 'deploy_token' && one.id === other.id;
  }
  return accountOf(one)?.id === accountOf(other)?.id;
}
