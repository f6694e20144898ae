import type { Account } from '../../../core/access/caller.js';
import type { UserHolder } from '../../../core/credentials/credential-kind.js';
import type { RegistryAction } from './access-scope.js';

/** The subject of a registry request, with the limits of its credential (contract: registry §5). */
export type RegistrySubject = { readonly kind: 'anonymous' } | UserSubject | JobSubject | DeployTokenSubject;

export interface UserSubject {
  readonly kind: 'user';
  readonly account: Account;
  readonly abilities: ReadonlySet<RegistryAction>;
  /** Null in tokens issued by a version that did not store it. */
  readonly credential: CredentialRef | null;
}

/** A running job: it has its user's rights in its own project, and may pull from others. */
export interface JobSubject {
  readonly kind: 'job';
  readonly account: Account;
  readonly jobId: number;
  readonly projectId: number;
}

export interface DeployTokenSubject {
  readonly kind: 'deploy_token';
  readonly id: number;
  readonly username: string;
  /** The single project the token is for, or the group whose projects it is for. */
  readonly projectId: number | null;
  readonly groupId: number | null;
  readonly abilities: ReadonlySet<RegistryAction>;
}

export const ANONYMOUS: RegistrySubject = { kind: 'anonymous' };
export const EVERY_ABILITY: ReadonlySet<RegistryAction> = new Set<RegistryAction>(['pull', 'push', 'delete', '*']);

export const SUBJECT_KINDS = ['user', 'job', 'deploy_token'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export const CREDENTIAL_KINDS = ['access_token', 'oauth_token', 'password'] as const;

/** The user's token or password for which a registry token was issued. */
export interface CredentialRef {
  readonly kind: (typeof CREDENTIAL_KINDS)[number];
  /** Id of the token, or stamp of the password. */
  readonly id: string;
}

/** The user's credential, as a registry token references it; null if the registry token does not depend on one. */
export function credentialRefOf({ credential, passwordStamp }: UserHolder): CredentialRef | null {
  if (credential) {
    return { kind: credential.kind === 'oauth' ? 'oauth_token' : 'access_token', id: String(credential.id) };
  }
  return passwordStamp === undefined ? null : { kind: 'password', id: passwordStamp };
}

/** How a registry token references its subject, so that rights can be checked again on every use. */
export interface SubjectRef {
  readonly kind: SubjectKind;
  readonly id: number;
  readonly name: string;
  /** Null for subjects other than users. */
  readonly credential: CredentialRef | null;
}

/** The reference to a subject in a registry token; null for an anonymous subject. */
export function refOf(subject: RegistrySubject): SubjectRef | null {
  switch (subject.kind) {
    case 'anonymous':
      return null;
    case 'user':
      return {
        kind: 'user',
        id: subject.account.id,
        name: subject.account.username,
        credential: subject.credential,
      };
    case 'job':
      return { kind: 'job', id: subject.jobId, name: subject.account.username, credential: null };
    case 'deploy_token':
      return { kind: 'deploy_token', id: subject.id, name: subject.username, credential: null };
  }
}

/** What the scopes of a token allow with images (contract: conventions §6.5, registry §5). */
export function abilitiesOf(scopes: readonly string[]): ReadonlySet<RegistryAction> {
  if (scopes.includes('api')) {
    return EVERY_ABILITY;
  }
  const pull: RegistryAction[] = scopes.includes('read_registry') ? ['pull'] : [];
  const push: RegistryAction[] = scopes.includes('write_registry') ? ['push'] : [];
  return new Set([...pull, ...push]);
}
