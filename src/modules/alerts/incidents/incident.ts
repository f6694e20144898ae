import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { Severity } from '../alert-words.js';
import type { INCIDENT_COLUMNS } from './incident.columns.js';

/** Contract: alerts §3. */
export type Incident = RowOf<typeof INCIDENT_COLUMNS>;

export const STATE_EVENTS = ['close', 'reopen'] as const;
export type StateEvent = (typeof STATE_EVENTS)[number];

/** Changes made by users; absent fields keep their values. */
export interface IncidentChanges {
  readonly stateEvent?: StateEvent | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly severity?: Severity | undefined;
  readonly assigneeIds?: readonly number[] | undefined;
}
