export type AccessTokenKind = 'personal' | 'impersonation' | 'project' | 'group';

/** A token as it is read; the value itself is nowhere. */
export interface AccessToken {
  readonly id: number;
  readonly kind: AccessTokenKind;
  readonly userId: number;
  readonly projectId: number | null;
  readonly groupId: number | null;
  readonly accessLevel: number | null;
  readonly name: string;
  readonly description: string | null;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
  readonly isExpired: boolean;
  readonly isRevoked: boolean;
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
  /** It is changed once: when it is revoked. */
  readonly updatedAt: string;
}

/** Prefixes of token values (contract: core §4). */
export const TOKEN_PREFIXES: Readonly<Record<AccessTokenKind, string>> = {
  personal: 'slpat_',
  impersonation: 'slpat_',
  project: 'slprt_',
  group: 'slgrt_',
};
