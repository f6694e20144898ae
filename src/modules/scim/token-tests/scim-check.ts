/** One step of a provider, and how it went. */
export interface ScimCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}
