import type { Page } from '../../../common/pagination/page.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { button, field, select } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';
import { SEVERITIES } from '../alert-words.js';
import type { Alert } from '../records/alert.js';
import { ALERT_SORTS, STATUS_CHOICES } from './alert-query.js';
import type { AlertQuery } from './alert-query.js';
import { ALERTS_TAB } from './alert-tabs.js';
import { severityTag, statusTag } from './alert-tags.js';

export interface AlertsFacts {
  readonly context: ProjectPageContext;
  readonly query: AlertQuery;
  readonly alerts: Page<Alert>;
  /** Number of alerts for each status choice. */
  readonly counts: Readonly<Record<string, number>>;
}

export const alertAddress = ({ address }: ProjectPageContext, iid: number): string =>
  `${address}${ALERTS_TAB.path}/${iid}/details`;

/** The alerts of a project. */
export function alertsPage({ context, query, alerts, counts }: AlertsFacts): Safe {
  const here = context.address + ALERTS_TAB.path;
  const { search, status, severity, sort } = query;
  return context.page(
    { tab: ALERTS_TAB.name, title: 'Alerts' },
    html`<h1>Alerts</h1>
      <form class="search" method="get" action="${here}" role="search">
        ${field({ name: 'search', label: 'Search', value: search })}
        ${select({
          name: 'status',
          label: 'Status',
          value: status,
          options: STATUS_CHOICES.map((choice) => [choice, `${choice} (${counts[choice] ?? 0})`] as const),
        })}
        ${select({
          name: 'severity',
          label: 'Severity',
          value: severity,
          options: [['', 'any'], ...SEVERITIES.toReversed().map((word) => [word, word] as const)],
        })}
        ${select({ name: 'sort', label: 'Order', value: sort, options: sortOptions })} ${button('Search', 'plain')}
      </form>
      <div class="card">
        ${
          alerts.items.length === 0
            ? html`<p class="muted">${(counts.all ?? 0) === 0 ? 'No alerts yet.' : 'No alert fits.'}</p>`
            : table(
                ['Alert', 'Status', 'Severity', 'Events', 'Started', 'Incident'],
                alerts.items.map((alert) => rowOf(context, alert)),
              )
        }
        ${pager(alerts, here, { search, status, severity, sort })}
      </div>`,
  );
}

const sortOptions = Object.entries(ALERT_SORTS).map(([name, { text }]) => [name, text] as const);

const rowOf = (context: ProjectPageContext, alert: Alert): Insert[] => [
  html`<a href="${alertAddress(context, alert.iid)}">#${alert.iid} ${alert.title}</a>
    ${alert.service === null ? NOTHING : html`<small>${alert.service}</small>`}`,
  statusTag(alert.status),
  severityTag(alert.severity),
  alert.events,
  moment(alert.startedAt),
  alert.incident === null
    ? ''
    : html`<a href="${context.address}/-/incidents/${alert.incident.iid}">#${alert.incident.iid}</a>`,
];
