/** A way to sign in that is no password, on the sign-in page; contributed by other modules. */
export interface ShownButton {
  readonly label: string;
  /** Where its form is posted. */
  readonly action: string;
  /** Origins outside of this service that the post may lead to. */
  readonly formTargets: readonly string[];
}

export abstract class SignInButton {
  /** Null when it is not set up. */
  abstract shown(): Promise<ShownButton | null>;
}
