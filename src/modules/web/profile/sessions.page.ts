import type { SessionRecord } from '../../../core/sessions/session.js';
import { button, form } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { profileLayout } from './profile.layout.js';

const BASE = '/-/profile/sessions';

/** Where one is signed in, and the way to end that. */
export const sessionsPage = (sessions: readonly SessionRecord[], currentId: number, frame: Frame): Safe =>
  profileLayout(
    { title: 'Sessions', frame },
    html`<div class="card">
        <div class="scroll">
          <table class="stack">
            <thead>
              <tr>
                <th>Browser</th>
                <th>Address</th>
                <th>Signed in</th>
                <th>Last seen</th>
                <th></th>
              </tr>
            </thead>
            <tbody>
              ${sessions.map((session) => row(session, currentId, frame))}
            </tbody>
          </table>
        </div>
      </div>
      ${form({ action: `${BASE}/end_others`, csrfToken: frame.csrfToken, className: '' }, button('End all others', 'danger'))}`,
  );

const row = (session: SessionRecord, currentId: number, { csrfToken }: Frame): Safe =>
  html`<tr>
    <td>${session.userAgent ?? 'unknown'}</td>
    <td class="mono">${session.address}</td>
    <td>${moment(session.signedInAt)}</td>
    <td>${moment(session.lastSeenAt)}</td>
    <td class="end">
      ${
        session.id === currentId
          ? html`<span class="tag">this one</span>`
          : form(
              { action: `${BASE}/${session.id}`, csrfToken, method: 'delete', className: '' },
              button('End', 'danger'),
            )
      }
    </td>
  </tr>`;
