import { columnsOf } from '../../../platform/database/columns-of.js';
import { json } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { DeliveryAttemptEntity } from './delivery-attempt.entity.js';
import type { StepLog } from './step-log.js';

/** Columns of an attempt, for `delivery_attempts a`. */
export const ATTEMPT_COLUMNS = {
  ...columnsOf(DeliveryAttemptEntity, 'a', 'number', 'startedAt', 'durationMs', 'outcome'),
  steps: json<readonly StepLog[]>`a.steps`,
};
/** An attempt of a delivery, as its log shows it. */
export type LoggedAttempt = RowOf<typeof ATTEMPT_COLUMNS>;
