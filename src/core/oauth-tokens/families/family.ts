/** One authorization: what a user granted an application once; all its tokens belong to it (contract: oauth §4, §12). */
export interface NewFamily {
  readonly applicationId: number | null;
  readonly userId: number;
  /** The user was asked, or the application is trusted: later requests need not ask again. */
  readonly hasConsent: boolean;
  readonly redirectUri: string | null;
  readonly codeChallenge: string | null;
  readonly scopes: readonly string[];
  readonly authTime: string | null;
}

export type RevokedReason = 'code replayed' | 'refresh token reused' | 'revoked by client' | 'revoked by user';
