import type { Operation } from '../operation.js';
import { button, form } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';

const TONES = { scheduled: '', running: '', finished: 'good', failed: 'bad', canceled: 'warn' } as const;

/** Shows the progress of an operation, and its controls for callers who may use them (contract: conventions §13). */
export function operationPage(operation: Operation, frame: Frame, isSteerable: boolean): Safe {
  const { id, kind, state, done, total, error, canCancel, canPause, isPaused, createdAt } = operation;
  const isOpen = state === 'scheduled' || state === 'running';
  const hasButtons = isOpen && isSteerable;
  return layout(
    { title: 'Scheduled work', frame, narrow: true },
    html`<div class="card">
      <h1>${kind.replaceAll('_', ' ')}</h1>
      <p>
        <span class="tag ${TONES[state]}">${state}</span> since ${moment(createdAt)}
        ${isPaused ? html`<span class="tag warn">paused</span>` : NOTHING}
      </p>
      ${total === null ? NOTHING : html`<progress max="${Math.max(total, 1)}" value="${done}">${done} of ${total}</progress>`}
      ${total === null ? NOTHING : html`<p class="muted">${done} of ${total}</p>`}
      ${error === null ? NOTHING : html`<p class="alert">${error}</p>`}
      ${isOpen ? html`<p class="muted">This page refreshes every few seconds.</p>` : NOTHING}
      ${
        hasButtons && canPause
          ? form(
              { action: `/-/operations/${id}/${isPaused ? 'resume' : 'pause'}`, csrfToken: frame.csrfToken },
              button(isPaused ? 'Resume' : 'Pause', 'plain'),
            )
          : NOTHING
      }
      ${
        hasButtons && canCancel
          ? form({ action: `/-/operations/${id}/cancel`, csrfToken: frame.csrfToken }, button('Cancel', 'danger'))
          : NOTHING
      }
    </div>`,
  );
}
