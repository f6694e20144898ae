import type { CiJob } from '../jobs/ci-job.js';
import { hasEnded } from '../processing/statuses.js';
import { bytesText } from '../../../platform/views/bytes.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';
import { terminalText } from '../../../platform/views/terminal-text.js';

/** The log of a job, or the end of a long one. */
export interface ShownLog {
  readonly text: string;
  /** Size of the whole log in bytes. */
  readonly size: number;
  /** Whether the beginning is left out. */
  readonly isCut: boolean;
}

/** The log, with a link to the whole log. */
export const logCard = (here: string, job: CiJob, log: ShownLog): Safe =>
  html`<section class="card" aria-labelledby="log-title">
    <div class="head">
      <h2 id="log-title">Log</h2>
      <span class="actions">
        ${hasEnded(job.status) ? NOTHING : html`<a href="${here}?seen=${log.size}#log-end">Refresh</a>`}
        ${log.size === 0 ? NOTHING : html`<a href="#log-end">Scroll to end</a> <a href="${here}/raw">Complete raw</a>`}
      </span>
    </div>
    ${log.size === 0 ? html`<p class="muted">${whyEmpty(job)}</p>` : contentOf(log)}
  </section>`;

const contentOf = ({ text, size, isCut }: ShownLog): Safe =>
  html`${isCut ? html`<p class="muted">The last part of ${bytesText(size)}.</p>` : NOTHING}
    <pre class="log" tabindex="0" aria-labelledby="log-title">${terminalText(text)}</pre>
    <div id="log-end"></div>`;

function whyEmpty({ kind, status, erasedAt }: CiJob): Safe {
  if (erasedAt !== null) {
    return html`The log was erased ${moment(erasedAt)}.`;
  }
  if (kind === 'status') {
    return html`This job ran in another system, which keeps its log.`;
  }
  return hasEnded(status) ? html`The job wrote no log.` : html`No log yet.`;
}
