import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { ALERT_COLUMNS, FULL_ALERT_COLUMNS, OCCURRENCE_COLUMNS } from './alert.columns.js';

/** Contract: alerts §2.1. */
export type Alert = RowOf<typeof ALERT_COLUMNS>;
/** Includes the payload that was received first. */
export type FullAlert = RowOf<typeof FULL_ALERT_COLUMNS>;
/** A payload about an alert (contract: alerts §8.5). */
export type AlertOccurrence = RowOf<typeof OCCURRENCE_COLUMNS>;

/** The fields of a project that matter to its alerts. */
export interface AlertProject {
  readonly id: number;
  readonly fullPath: string;
  /** Ids of the parent groups, top first. */
  readonly traversalIds: readonly number[];
}
