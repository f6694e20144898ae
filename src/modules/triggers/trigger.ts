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

/** A token that opens what it was made for. */
export interface LiveTrigger extends Trigger {
  /** Null when the project is about to go. */
  readonly projectPath: string | null;
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
