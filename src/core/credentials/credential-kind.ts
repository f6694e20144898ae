import { isUsable } from '../access/account-state.js';
import type { Account, Credential } from '../access/caller.js';

/** A secret as presented by a client. */
export interface PresentedSecret {
  readonly secret: string;
  /** The user name sent with it; null when the protocol sends none. */
  readonly username: string | null;
  readonly address: string;
  /** Whether the use of a rotated token revokes its successors (contract: conventions §21.7). */
  readonly watchesReuse?: boolean;
}

/** Holder of a secret. */
export type CredentialHolder = UserHolder | JobHolder | DeployTokenHolder;

export interface UserHolder {
  readonly kind: 'user';
  readonly account: Account;
  /** Null for a password, which is not limited by scopes. */
  readonly credential: Credential | null;
  /** For a password: identifies it among the account's earlier and later passwords. */
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
  /** The only project that it is valid for, or the group whose projects it is valid for. */
  readonly projectId: number | null;
  readonly groupId: number | null;
}

/** Why a known secret is not accepted at present. */
export type CredentialFault =
  'expired' | 'revoked' | 'impersonation is disabled' | 'job has ended' | 'other user name' | 'inactive account';

export interface LiveCredential<H extends CredentialHolder = CredentialHolder> {
  readonly fault: null;
  readonly holder: H;
  /** Records the use; the protocol calls it when the credential covers the request. */
  noteUse(): void;
}

export interface DeadCredential {
  readonly fault: CredentialFault;
  /** The account, if the credential belongs to one. */
  readonly account: Account | null;
}

export type FoundCredential<H extends CredentialHolder = CredentialHolder> = LiveCredential<H> | DeadCredential;

/**
 * One kind of credential. It alone decides what is expired, revoked, blocked or disabled. A protocol decides how the
 * secret is transported, which kinds it accepts, and what a refusal looks like.
 */
export abstract class CredentialKind<H extends CredentialHolder = CredentialHolder> {
  /** Null when the secret is not of this kind. */
  abstract find(presented: PresentedSecret): Promise<FoundCredential<H> | null>;
}

/** Inactive when its account is blocked, deactivated or unconfirmed (contract: conventions §6.2). */
export const ofAccount = <H extends UserHolder | JobHolder>(holder: H, noteUse: () => void): FoundCredential<H> =>
  isUsable(holder.account) ? { fault: null, holder, noteUse } : { fault: 'inactive account', account: holder.account };
