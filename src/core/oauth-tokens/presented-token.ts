/** A token that somebody asks about, of either kind. */
export interface PresentedToken {
  readonly kind: 'access' | 'refresh';
  readonly familyId: number;
  readonly applicationId: number | null;
  readonly applicationUid: string | null;
  readonly userId: number;
  readonly username: string;
  /** Those granted that the application may still have. */
  readonly scopes: readonly string[];
  readonly createdAt: string;
  /** Null for refresh tokens, which live as long as their family. */
  readonly expiresAt: string | null;
  /** Expired, used up or revoked. */
  readonly isDead: boolean;
  /** A refresh token that was used up, of a family that lives. */
  readonly isConsumed: boolean;
  readonly isUserActive: boolean;
}
