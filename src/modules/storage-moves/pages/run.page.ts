import { adminPage } from '../../../platform/views/admin-layout.js';
import { bytesText } from '../../../platform/views/bytes.js';
import { fact } from '../../../platform/views/fact.js';
import { button, form } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { table } from '../../../platform/views/table.js';
import type { BulkProgress } from '../bulk/bulk-progress.service.js';
import { BASE } from './move-pages.js';

interface RunContent {
  readonly run: BulkProgress;
  readonly failures: readonly { readonly id: number; readonly containerId: number; readonly errorMessage: string }[];
  readonly skips: readonly { readonly containerId: number; readonly reason: string }[];
}

const TONES: Readonly<Record<string, string>> = { finished: 'good', failed: 'bad', canceled: 'warn' };

/** The progress of a bulk run (contract: storage-moves §6). */
export const runPage = ({ run, failures, skips }: RunContent, frame: Frame): Safe => {
  const { kind, operation } = run;
  const total = operation.total ?? 0;
  return adminPage(
    'Storages',
    frame,
    html`<div class="card">
        <p>
          <span class="tag ${TONES[operation.state] ?? ''}">${operation.state}</span> since
          ${moment(operation.createdAt)} ${operation.isPaused ? html`<span class="tag warn">paused</span>` : NOTHING}
        </p>
        <progress max="${Math.max(total, 1)}" value="${run.done}" aria-label="Progress">
          ${run.done} of ${total}
        </progress>
        <dl class="facts">${factsOf(run)}</dl>
        ${operation.error === null ? NOTHING : html`<p class="alert">${operation.error}</p>`}
        ${operation.finishedAt === null ? html`<p class="muted">This page refreshes every few seconds.</p>` : NOTHING}
        <div class="actions">${actionsOn(run, frame)} <a class="button plain" href="${BASE}">Storages</a></div>
      </div>
      ${listed(
        'Failed',
        ['Move', kind.label, 'Reason'],
        failures.map(({ id, containerId, errorMessage }) => [id, containerId, errorMessage]),
      )}
      ${listed(
        'Skipped',
        [kind.label, 'Reason'],
        skips.map(({ containerId, reason }) => [containerId, reason]),
      )}`,
    `Moves of ${kind.name}s`,
  );
};

const factsOf = ({
  done,
  operation,
  totals,
  counts,
  bytesPerSecond,
  remainingSeconds,
}: BulkProgress): readonly Safe[] => [
  fact('Done', `${done} of ${operation.total ?? 0}`),
  fact('Finished', totals.finished),
  fact('Failed', totals.failed),
  fact('Old copy left', totals.cleanupFailed),
  fact('Skipped', counts.skipped),
  fact('Copied', `${bytesText(totals.copied)} at ${bytesText(bytesPerSecond)}/s`),
  remainingSeconds === null ? NOTHING : fact('Remaining', remainingText(remainingSeconds)),
];

function remainingText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${Math.ceil(seconds)} s` : `${minutes} min ${Math.round(seconds % 60)} s`;
}

function actionsOn({ operation, totals }: BulkProgress, { csrfToken }: Frame): Safe {
  const to = (action: string): string => `${BASE}/runs/${operation.id}/${action}`;
  if (operation.finishedAt === null) {
    const [pause, label] = operation.isPaused ? ['resume', 'Resume'] : ['pause', 'Pause'];
    return html`${form({ action: to(pause), csrfToken, className: '' }, button(label, 'plain'))}
    ${form({ action: to('cancel'), csrfToken, className: '' }, button('Cancel', 'danger'))}`;
  }
  return totals.failed === 0
    ? NOTHING
    : form({ action: to('retry'), csrfToken, className: '' }, button('Retry the failed', 'plain'));
}

const listed = (title: string, columns: readonly string[], rows: readonly (readonly (string | number)[])[]): Safe =>
  rows.length === 0
    ? NOTHING
    : html`<div class="card">
        <h2>${title}</h2>
        ${table(columns, rows)}
      </div>`;
