import type { Account } from '../../../core/access/caller.js';
import { accountOf } from '../../../core/credentials/account-of.js';
import type { DeployTokenHolder, JobHolder, UserHolder } from '../../../core/credentials/credential-kind.js';
import { reaches } from '../../../core/deploy-tokens/deploy-token.js';
import { allows } from '../access/package-rights.js';
import type { PackageRight } from '../access/package-rights.js';
import type { PackageProject } from './package-project.js';

/** A user, possibly impersonated by an administrator (sudo); the credential belongs to the sender. */
export type UserSubject = UserHolder & { readonly sudoBy?: Account };

/** The client of a package protocol, with the limits of its credential. */
export type PackageSubject = { readonly kind: 'anonymous' } | UserSubject | JobHolder | DeployTokenHolder;

export const ANONYMOUS: PackageSubject = { kind: 'anonymous' };

/** The administrator who acts as the subject by sudo; undefined without sudo. */
export const sudoerOf = (subject: PackageSubject): Account | undefined =>
  subject.kind === 'user' ? subject.sudoBy : undefined;

/** The user name that clients show for the subject; null for an anonymous one. */
export const userNameOf = (subject: PackageSubject): string | null =>
  subject.kind === 'deploy_token' ? subject.username : (accountOf(subject)?.username ?? null);

const DEPLOY_SCOPES: Readonly<Record<PackageRight, readonly string[]>> = {
  read: ['read_package_registry'],
  publish: ['write_package_registry'],
  delete: [],
};

/**
 * Whether the subject's role gives the right in a project that it sees; scopes are checked separately (contract:
 * packages §2).
 */
export function hasRole(subject: PackageSubject, project: PackageProject, right: PackageRight): boolean {
  switch (subject.kind) {
    case 'anonymous':
      return isOpen(project, right);
    case 'deploy_token':
      return right !== 'delete' && (isOpen(project, right) || reaches(subject, project));
    default:
      return allows(project, subject.account.isAdmin, right);
  }
}

/**
 * The scopes of which the credential needs one but has none; empty if it covers the right (contract: packages §4.1).
 */
export function missingScopes(subject: PackageSubject, right: PackageRight): readonly string[] {
  const [held, sufficient] = scopesFor(subject, right);
  return held === null || sufficient.some((scope) => held.has(scope)) ? [] : sufficient;
}

const isOpen = ({ visibility }: PackageProject, right: PackageRight): boolean =>
  right === 'read' && visibility === 'public';

/** The scopes of the credential, null if scopes do not limit it, and those of which any one is sufficient. */
function scopesFor(
  subject: PackageSubject,
  right: PackageRight,
): readonly [held: ReadonlySet<string> | null, sufficient: readonly string[]] {
  switch (subject.kind) {
    case 'deploy_token':
      return [new Set(subject.scopes), DEPLOY_SCOPES[right]];
    case 'user':
      return [scopesOf(subject), right === 'read' ? ['api', 'read_api'] : ['api']];
    default:
      return [null, []];
  }
}

/** Under sudo the scope check is skipped (contract: conventions §7). */
const scopesOf = ({ credential, sudoBy }: UserSubject): ReadonlySet<string> | null =>
  sudoBy ? null : (credential?.scopes ?? null);

/** Whether both are the same account, or the same deploy token. */
export function isSameHolder(one: PackageSubject, other: PackageSubject): boolean {
  if (one.kind === 'deploy_token' || other.kind === 'deploy_token') {
    return one.kind === 'deploy_token' && other.kind === 'deploy_token' && one.id === other.id;
  }
  return accountOf(one)?.id === accountOf(other)?.id;
}
