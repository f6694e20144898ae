import type { RowOf } from '../../platform/database/typed-sql.js';
import type { LIVE_TRIGGER_COLUMNS, TRIGGER_COLUMNS } from './trigger.columns.js';

/** A trigger token; its value is sealed (contract: triggers §1). */
export type Trigger = RowOf<typeof TRIGGER_COLUMNS>;

/** A token that opens what it was made for. */
export type LiveTrigger = RowOf<typeof LIVE_TRIGGER_COLUMNS>;

/** What people say of a trigger token. */
export interface TriggerFields {
  readonly description: string;
  readonly expiresAt: Date | null;
  readonly allowedRefs: readonly string[] | null;
  readonly allowedVariables: readonly string[] | null;
}

/** What is absent stays as it is. */
export type TriggerChanges = { readonly [K in keyof TriggerFields]?: TriggerFields[K] | undefined };
