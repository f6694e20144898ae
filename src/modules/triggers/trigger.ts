import type { BasicUser } from '../../core/users/user.js';

/** A trigger token (contract: triggers §1). */
export interface Trigger {
  readonly id: number;
  readonly projectId: number;
  readonly ownerId: number | null;
  readonly owner: BasicUser | null;
  readonly description: string;
  /** Sealed. */
  readonly token: Buffer;
  readonly firstFour: string;
  readonly expiresAt: string | null;
  readonly allowedRefs: readonly string[] | null;
  readonly allowedVariables: readonly string[] | null;
  readonly previousValidUntil: string | null;
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What people say of a trigger token. */
export interface TriggerFields {
  readonly description: string;
  readonly expiresAt: Date | null;
  readonly allowedRefs: readonly string[] | null;
  readonly allowedVariables: readonly string[] | null;
}

/** What is absent stays as it is. */
export type TriggerChanges = { readonly [K in keyof TriggerFields]?: TriggerFields[K] | undefined };
