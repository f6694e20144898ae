import { isUsable } from '../access/account-state.js';
import type { Account, Credential } from '../access/caller.js';

/** A secret as a client presents it. */
export interface PresentedSecret {
  readonly secret: string;
  /** The user name that came with it; null where the protocol sends none. */
  readonly username: string | null;
  readonly address: string;
  /** A rotated-away token revokes its successors (contract: conventions §21.7). */
  readonly watchesReuse?: boolean;
}

/** The holder of a secret. */
export type CredentialHolder = UserHolder | JobHolder | DeployTokenHolder;

export interface UserHolder {
  readonly kind: 'user';
  readonly account: Account;
  /** Null for a password, which no scope limits. */
  readonly credential: Credential | null;
  /** Of a password: what tells it from the others that the account had. */
  readonly passwordStamp?: string;
}

/** A running job, which acts as its user. */
export interface JobHolder {
  readonly kind: 'job';
  readonly account: Account;
  readonly jobId: number;
  readonly projectId: number;
  readonly pipelineId: number;
}

export interface DeployTokenHolder {
  readonly kind: 'deploy_token';
  readonly id: number;
  readonly username: string;
  readonly scopes: readonly string[];
  /** The one project it is for, or the group whose projects it is for. */
  readonly projectId: number | null;
  readonly groupId: number | null;
}

/** Why a known secret is not accepted now. */
export type CredentialFault =
  'expired' | 'revoked' | 'impersonation is disabled' | 'job has ended' | 'other user name' | 'inactive account';

export interface LiveCredential<H extends CredentialHolder = CredentialHolder> {
  readonly fault: null;
  readonly holder: H;
  /** Records that it was used; the protocol calls it once the credential covers what is asked. */
  noteUse(): void;
}

export interface DeadCredential {
  readonly fault: CredentialFault;
  /** Whose it is, where it belongs to an account. */
  readonly account: Account | null;
}

export type FoundCredential<H extends CredentialHolder = CredentialHolder> = LiveCredential<H> | DeadCredential;

/**
 * One kind of credential. It decides alone what is expired, revoked, blocked or switched off; a protocol says how the
 * secret travels, which kinds it admits, and how a refusal looks.
 */
export abstract class CredentialKind<H extends CredentialHolder = CredentialHolder> {
  /** Null when the secret is none of this kind. */
  abstract find(presented: PresentedSecret): Promise<FoundCredential<H> | null>;
}

/** Inactive when its account is blocked, deactivated or not confirmed (contract: conventions §6.2). */
export const ofAccount = <H extends UserHolder | JobHolder>(holder: H, noteUse: () => void): FoundCredential<H> =>
  isUsable(holder.account) ? { fault: null, holder, noteUse } : { fault: 'inactive account', account: holder.account };
