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
  /** Granted scopes that the application is still allowed to have (contract: conventions §6.2). */
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
  readonly isExpired: boolean;
  /** Whether the token or its whole family is revoked. */
  readonly isRevoked: boolean;
}
