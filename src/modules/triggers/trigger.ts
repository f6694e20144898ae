import type { RowOf } from '../../platform/database/typed-sql.js';
import type { LIVE_TRIGGER_COLUMNS, TRIGGER_COLUMNS } from './trigger.columns.js';

/** A trigger token; its value is sealed (contract: triggers §1). */
export type Trigger = RowOf<typeof TRIGGER_COLUMNS>;

/** A valid token, with the data that a call needs. */
export type LiveTrigger = RowOf<typeof LIVE_TRIGGER_COLUMNS>;

/** Fields of a trigger token that users set. */
export interface TriggerFields {
  readonly description: string;
  readonly expiresAt: Date | null;
  readonly allowedRefs: readonly string[] | null;
  readonly allowedVariables: readonly string[] | null;
}

/** Absent fields are unchanged. */
export type TriggerChanges = { readonly [K in keyof TriggerFields]?: TriggerFields[K] | undefined };
