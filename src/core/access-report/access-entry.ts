/** A credential or membership that gives access to a project or group (contract: core §15.4). */
export interface AccessEntry {
  readonly kind: string;
  readonly id: number;
  readonly name: string;
  readonly level: number | null;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** A day or a time, depending on the kind. */
  readonly expiresAt: string | null;
}
