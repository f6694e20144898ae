import type { Account } from '../access/caller.js';

/** An OAuth access token, active or not, with the account it acts as. */
export interface OauthTokenHolder {
  readonly account: Account;
  readonly token: OauthAccessToken;
}

export interface OauthAccessToken {
  readonly id: number;
  readonly familyId: number;
  /** Null for the password grant without a client. */
  readonly applicationId: number | null;
  readonly applicationUid: string | null;
  /** Those granted that the application may still have (contract: conventions §6.2). */
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
  readonly isExpired: boolean;
  /** Itself, or its whole family. */
  readonly isRevoked: boolean;
}
