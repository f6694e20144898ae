import type { Page } from '../../../common/pagination/page.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { fact } from '../../../platform/views/fact.js';
import { button, field, form, hidden, select } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';
import { INCIDENT_STATES } from '../alert-words.js';
import { INCIDENT_LABELS } from '../incidents/incident-events.js';
import type { Incident } from '../incidents/incident.js';
import { alertAddress } from './alerts.page.js';
import { INCIDENTS_TAB } from './alert-tabs.js';
import { severityTag, stateTag, statusTag } from './alert-tags.js';

/** The values of the form above the list. */
export interface IncidentQuery {
  readonly search: string;
  /** A state; empty for any. */
  readonly state: string;
}

export const incidentAddress = ({ address }: ProjectPageContext, iid: number): string =>
  `${address}${INCIDENTS_TAB.path}/${iid}`;

/** The incidents of a project. */
export function incidentsPage(
  context: ProjectPageContext,
  { search, state }: IncidentQuery,
  found: Page<Incident>,
): Safe {
  const here = context.address + INCIDENTS_TAB.path;
  return context.page(
    { tab: INCIDENTS_TAB.name, title: 'Incidents' },
    html`<h1>Incidents</h1>
      <form class="search" method="get" action="${here}" role="search">
        ${field({ name: 'search', label: 'Search', value: search })}
        ${select({
          name: 'state',
          label: 'State',
          value: state,
          options: [['', 'any'], ...INCIDENT_STATES.map((word) => [word, word] as const)],
        })}
        ${button('Search', 'plain')}
      </form>
      <div class="card">
        ${
          found.items.length === 0
            ? html`<p class="muted">No incidents.</p>`
            : table(
                ['Incident', 'State', 'Severity', 'Alerts', 'Created'],
                found.items.map((one) => rowOf(context, one)),
              )
        }
        ${pager(found, here, { search, state })}
      </div>`,
  );
}

const rowOf = (context: ProjectPageContext, incident: Incident): Insert[] => [
  html`<a href="${incidentAddress(context, incident.iid)}">#${incident.iid} ${incident.title}</a>`,
  stateTag(incident.state),
  severityTag(incident.severity),
  incident.alerts.length,
  moment(incident.createdAt),
];

export interface IncidentFacts {
  readonly context: ProjectPageContext;
  readonly frame: Frame;
  readonly incident: Incident;
  readonly mayChange: boolean;
}

/** One incident with the fields of its record (contract: alerts §4 Pages). */
export function incidentPage({ context, frame, incident, mayChange }: IncidentFacts): Safe {
  const isOpened = incident.state === 'opened';
  return context.page(
    { tab: INCIDENTS_TAB.name, title: incident.title },
    html`<h1>${incident.title} ${stateTag(incident.state)}</h1>
      <div class="card">
        <dl class="facts">
          ${fact('Incident', `#${incident.iid}`)} ${fact('Severity', severityTag(incident.severity))}
          ${fact('Labels', INCIDENT_LABELS.join(', '))} ${fact('Author', incident.author?.username ?? 'gone')}
          ${fact('Created', moment(incident.createdAt))}
          ${incident.assignee === null ? NOTHING : fact('Assignee', incident.assignee.username)}
          ${incident.closedAt === null ? NOTHING : fact('Closed', moment(incident.closedAt))}
          ${incident.closedBy === null ? NOTHING : fact('Closed by', incident.closedBy.username)}
        </dl>
        <pre class="log">${incident.description}</pre>
        ${
          mayChange
            ? form({ action: incidentAddress(context, incident.iid), csrfToken: frame.csrfToken }, [
                hidden('state_event', isOpened ? 'close' : 'reopen'),
                button(isOpened ? 'Close incident' : 'Reopen incident', 'plain'),
              ])
            : NOTHING
        }
      </div>
      <div class="card">
        <h2>Alerts</h2>
        ${table(
          ['Alert', 'Status'],
          incident.alerts.map(({ iid, title, status }): Insert[] => [
            html`<a href="${alertAddress(context, iid)}">#${iid} ${title}</a>`,
            statusTag(status),
          ]),
        )}
      </div>`,
  );
}
