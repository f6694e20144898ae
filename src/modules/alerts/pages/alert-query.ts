import type { RawParams } from '../../../common/params/form-encoding.js';
import type { ListRequest } from '../../../platform/database/list-query.js';
import { textIn } from '../../../platform/views/form-text.js';
import { pageIn } from '../../../platform/views/pager.js';
import { ALERT_STATUSES, isSeverity, OPEN_STATUSES } from '../alert-words.js';
import type { AlertFilters } from '../management/alert-filters.js';

export const ALERT_SORTS = {
  newest: { orderBy: 'started_at', sort: 'desc', text: 'Newest first' },
  severity: { orderBy: 'severity', sort: 'desc', text: 'Most severe first' },
  events: { orderBy: 'events', sort: 'desc', text: 'Most events first' },
  updated: { orderBy: 'updated_at', sort: 'desc', text: 'Last changed first' },
} as const;

/** The values of the form above the list; unknown values count as absent. */
export interface AlertQuery {
  readonly search: string;
  /** A status, `open`, or `all`. */
  readonly status: string;
  readonly severity: string;
  readonly sort: keyof typeof ALERT_SORTS;
}

export const STATUS_CHOICES = ['open', ...ALERT_STATUSES.toReversed(), 'all'];

/** Reads the query of the alerts page; unknown values count as absent. */
export function readAlertQuery(query: RawParams): AlertQuery {
  const [status, severity, sort] = [textIn(query, 'status'), textIn(query, 'severity'), textIn(query, 'sort')];
  return {
    search: textIn(query, 'search').slice(0, 255),
    status: STATUS_CHOICES.includes(status) ? status : 'open',
    severity: isSeverity(severity) ? severity : '',
    sort: isSort(sort) ? sort : 'newest',
  };
}

const isSort = (text: string): text is AlertQuery['sort'] => Object.hasOwn(ALERT_SORTS, text);

/** Filters without the status, for the counts next to the status choices. */
export const filtersOf = ({ search, severity }: AlertQuery): AlertFilters => ({
  search: search === '' ? undefined : search,
  severities: isSeverity(severity) ? [severity] : undefined,
});

export const statusesOf = ({ status }: AlertQuery): AlertFilters['statuses'] =>
  status === 'open' ? OPEN_STATUSES : status === 'all' ? undefined : ALERT_STATUSES.filter((one) => one === status);

/** The list request for this query. */
export function requestOf({ sort }: AlertQuery, query: RawParams): ListRequest {
  const { orderBy, sort: direction } = ALERT_SORTS[sort];
  return { page: pageIn(query), orderBy, sort: direction };
}
