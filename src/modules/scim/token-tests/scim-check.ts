/** One step of a provider, and its result. */
export interface ScimCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}
