import type { Page } from '../../../common/pagination/page.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { fact } from '../../../platform/views/fact.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { formErrors } from '../../../platform/views/form-errors.js';
import { textIn } from '../../../platform/views/form-text.js';
import { button, field, form, select } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';
import { ALERT_STATUSES } from '../alert-words.js';
import type { AlertOccurrence, FullAlert } from '../records/alert.js';
import { alertAddress } from './alerts.page.js';
import { ALERTS_TAB } from './alert-tabs.js';
import { severityTag, stateTag, statusTag } from './alert-tags.js';
import { occurrenceChart } from './occurrence-chart.js';

const SHOWN_PAYLOAD = 20_000;

export interface AlertFacts {
  readonly context: ProjectPageContext;
  readonly frame: Frame;
  readonly alert: FullAlert;
  readonly occurrences: Page<AlertOccurrence>;
  readonly refused?: RefusedForm;
}

/** The submitted form of an alert, and the reason why it was refused. */
export interface RefusedForm {
  readonly sent: RawParams;
  readonly errors: FieldErrors;
}

/** One alert with the fields of its record, its occurrences, and the actions of users (contract: alerts §4 Pages). */
export function alertPage(facts: AlertFacts): Safe {
  const { context, alert, occurrences } = facts;
  return context.page(
    { tab: ALERTS_TAB.name, title: alert.title },
    html`<h1>${alert.title} ${statusTag(alert.status)}</h1>
      <div class="card">
        <dl class="facts">${factsOf(alert)} ${incidentFact(facts)}</dl>
        ${alert.description === null ? NOTHING : html`<pre class="log">${alert.description}</pre>`}
      </div>
      ${actions(facts)}
      <div class="card">
        <h2>Occurrences</h2>
        ${occurrenceChart(occurrences.items.map(({ receivedAt }) => receivedAt))}
        ${table(['Received', 'Outcome', 'From'], occurrences.items.map(rowOf))}
        ${pager(occurrences, alertAddress(context, alert.iid))}
      </div>
      <div class="card">
        <h2>Payload</h2>
        <pre class="log">${JSON.stringify(alert.payload, null, 2).slice(0, SHOWN_PAYLOAD)}</pre>
      </div>`,
  );
}

function factsOf(alert: FullAlert): Safe[] {
  const texts: readonly (readonly [string, string | null])[] = [
    ['Service', alert.service],
    ['Monitoring tool', alert.monitoringTool],
    ['Environment', alert.environment],
    ['Hosts', alert.hosts.length === 0 ? null : alert.hosts.join(', ')],
    ['Runbook', alert.runbook],
    ['Assignee', alert.assignee?.username ?? null],
    ['Integration', alert.integration?.name ?? null],
  ];
  return [
    fact('Alert', `#${alert.iid}`),
    fact('Severity', severityTag(alert.severity)),
    fact('Events', alert.events),
    fact('Started', moment(alert.startedAt)),
    ...(alert.endedAt === null ? [] : [fact('Ended', moment(alert.endedAt))]),
    fact('Last event', moment(alert.lastEventAt)),
    ...texts.flatMap(([name, text]) => (text === null ? [] : [fact(name, text)])),
    fact('Fingerprint', html`<code>${alert.fingerprint}</code>`),
  ];
}

const incidentFact = ({ context, alert: { incident } }: AlertFacts): Safe =>
  incident === null
    ? NOTHING
    : fact(
        'Incident',
        html`<a href="${context.address}/-/incidents/${incident.iid}">#${incident.iid} ${incident.title}</a>
          ${stateTag(incident.state)}`,
      );

function actions({ context, frame, alert, refused }: AlertFacts): Safe {
  const { csrfToken } = frame;
  const errors = refused?.errors ?? {};
  if (context.project.archived) {
    return NOTHING;
  }
  const here = alertAddress(context, alert.iid);
  return html`<div class="card">
    ${form({ action: here, csrfToken }, [
      ...formErrors(errors, ['status', 'assignee']),
      select({
        name: 'status',
        label: 'Status',
        value: refused ? textIn(refused.sent, 'status') : alert.status,
        errors: errors.status ?? [],
        options: ALERT_STATUSES.toReversed().map((status) => [status, status] as const),
      }),
      field({
        name: 'assignee',
        label: 'Assignee',
        value: refused ? textIn(refused.sent, 'assignee') : (alert.assignee?.username ?? ''),
        errors: errors.assignee ?? [],
        hint: 'A user name; empty for nobody.',
      }),
      button('Save'),
    ])}
    ${
      alert.incident === null
        ? form(
            { action: `${context.address}${ALERTS_TAB.path}/${alert.iid}/incident`, csrfToken },
            button('Create incident', 'plain'),
          )
        : NOTHING
    }
  </div>`;
}

const rowOf = ({ receivedAt, outcome, integration }: AlertOccurrence): Insert[] => [
  moment(receivedAt),
  outcome,
  integration?.name ?? '',
];
