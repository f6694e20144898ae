/** A way to sign in without a password, shown on the sign-in page; contributed by other modules. */
export interface ShownButton {
  readonly label: string;
  /** Action URL of its form. */
  readonly action: string;
  /** Origins outside this service to which the form may redirect. */
  readonly formTargets: readonly string[];
}

export abstract class SignInButton {
  /** Null when it is not configured. */
  abstract shown(): Promise<ShownButton | null>;
}
