/** The tokens issued by a grant, with their plain values, which are available only now. */
export interface IssuedToken {
  readonly accessToken: string;
  /** Absent for the password grant. */
  readonly refreshToken: string | undefined;
  readonly scopes: readonly string[];
  readonly expiresIn: number;
  readonly createdAt: string;
  readonly idToken?: string | undefined;
  /** Whether this repeats the answer of an earlier attempt. */
  readonly isReplay?: boolean;
}
