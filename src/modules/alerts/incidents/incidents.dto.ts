import { notGiven } from '../../../common/errors/catalogue.js';
import type { SortDirection } from '../../../common/pagination/page-request.js';
import { Bool, Filter, Ints, OneOf, Text, Texts } from '../../../common/params/param.decorators.js';
import { INCIDENT_STATES, SEVERITIES, wordsGiven } from '../alert-words.js';
import type { IncidentState, Severity } from '../alert-words.js';
import { assigneesError } from '../records/assignee.js';
import type { IncidentFilters } from './incident-filters.js';
import { STATE_EVENTS } from './incident.js';
import type { IncidentChanges, StateEvent } from './incident.js';

const MAX_DESCRIPTION = 1_048_576;

/** Contract: alerts §3. */
export class ListIncidentsQuery {
  @Texts({ commas: true, among: INCIDENT_STATES }) state?: IncidentState[];
  @Texts({ commas: true, among: SEVERITIES }) severity?: Severity[];
  @Filter() search?: string;
  @OneOf(['created_at', 'updated_at', 'iid'], { hasDefault: true, inKeyset: ['id'] }) order_by?: string;
  @OneOf(['asc', 'desc'], { hasDefault: true }) sort?: SortDirection;

  toFilters(): IncidentFilters {
    return { states: wordsGiven(this.state), severities: wordsGiven(this.severity), search: this.search };
  }
}

/** Contract: alerts §3. */
export class UpdateIncidentInput {
  @OneOf(STATE_EVENTS) state_event?: StateEvent;
  @Text({ blank: false }) title?: string;
  @Text({ max: MAX_DESCRIPTION }) description?: string;
  @OneOf(SEVERITIES) severity?: Severity;
  @Ints({ aliases: ['assignee_id'], check: assigneesError }) assignee_ids?: number[];

  /** Throws 400 if there are no changes. */
  toChanges(): IncidentChanges {
    const { state_event: stateEvent, title, description, severity, assignee_ids: assigneeIds } = this;
    const changes = { stateEvent, title, description, severity, assigneeIds };
    if (Object.values(changes).every((value) => value === undefined)) {
      throw notGiven('state_event');
    }
    return changes;
  }
}

/** Contract: alerts §3. */
export class IncidentSettingsInput {
  @Bool() create_issue?: boolean;
  @Bool() auto_close_incident?: boolean;
  @Bool() send_email?: boolean;
}
