/** What a grant gave, with the values that are known only now. */
export interface IssuedToken {
  readonly accessToken: string;
  /** Absent for the password grant. */
  readonly refreshToken: string | undefined;
  readonly scopes: readonly string[];
  readonly expiresIn: number;
  readonly createdAt: string;
  readonly idToken?: string | undefined;
  /** The answer of an attempt before, given again. */
  readonly isReplay?: boolean;
}
