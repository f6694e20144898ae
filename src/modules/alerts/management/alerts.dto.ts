import type { SortDirection } from '../../../common/pagination/page-request.js';
import { Filter, Ints, OneOf, Texts, Time } from '../../../common/params/param.decorators.js';
import { ALERT_STATUSES, OPEN_STATUSES, SEVERITIES, wordsGiven } from '../alert-words.js';
import type { AlertStatus, Severity } from '../alert-words.js';
import { assigneesError } from '../records/assignee.js';
import type { AlertFilters } from './alert-filters.js';

const ORDERS = ['iid', 'started_at', 'ended_at', 'events', 'severity', 'status', 'created_at', 'updated_at'];
const OPEN = 'open';

/** Filters that the counts also accept (contract: alerts §2.2). */
export class CountAlertsQuery {
  @Texts({ commas: true, among: SEVERITIES }) severity?: Severity[];
  @Filter() search?: string;
  @Filter() assignee_username?: string;
  @Filter() environment?: string;
  @Filter() monitoring_tool?: string;
  @Filter() fingerprint?: string;
  @Time() started_after?: Date;
  @Time() started_before?: Date;

  toFilters(): AlertFilters {
    return {
      severities: wordsGiven(this.severity),
      search: this.search,
      assignee: this.assignee_username,
      environment: this.environment,
      monitoringTool: this.monitoring_tool,
      fingerprint: this.fingerprint,
      startedAfter: this.started_after,
      startedBefore: this.started_before,
    };
  }
}

/** Contract: alerts §2.2. */
export class ListAlertsQuery extends CountAlertsQuery {
  @Texts({ commas: true, among: [OPEN, ...ALERT_STATUSES] })
  status?: string[];
  @OneOf(ORDERS, { hasDefault: true, inKeyset: ['id'] }) order_by?: string;
  @OneOf(['asc', 'desc'], { hasDefault: true }) sort?: SortDirection;

  override toFilters(): AlertFilters {
    const words = wordsGiven(this.status);
    return { ...super.toFilters(), statuses: words && statusesOf(words) };
  }
}

const statusesOf = (words: readonly string[]): AlertStatus[] =>
  ALERT_STATUSES.filter((status) => words.includes(status) || (words.includes(OPEN) && OPEN_STATUSES.includes(status)));

/** Contract: alerts §2.2. */
export class UpdateAlertInput {
  @OneOf(ALERT_STATUSES, { requiredUnless: 'assignee_ids' }) status?: AlertStatus;
  @Ints({ aliases: ['assignee_id'], check: assigneesError }) assignee_ids?: number[];
}
