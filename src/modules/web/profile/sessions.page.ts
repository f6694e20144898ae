import type { SessionRecord } from '../../../core/sessions/session.js';
import { confirmedForm } from '../../../platform/views/confirmed-form.js';
import { html } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { table } from '../../../platform/views/table.js';
import { moment } from '../../../platform/views/moment.js';
import { profileLayout } from '../../../platform/views/profile-layout.js';

const BASE = '/-/profile/sessions';

/** Lists the viewer's sessions, with forms to end them. */
export const sessionsPage = (sessions: readonly SessionRecord[], currentId: number, frame: Frame): Safe =>
  profileLayout(
    { title: 'Sessions', frame },
    html`<div class="card">
        ${table(
          ['Browser', 'Address', 'Signed in', 'Last seen', ''],
          sessions.map((session) => row(session, currentId, frame)),
        )}
      </div>
      ${confirmedForm({
        action: `${BASE}/end_others`,
        csrfToken: frame.csrfToken,
        label: 'Sign out all other sessions',
        question: 'Sign out all other sessions?',
        consequence: 'All other browsers have to sign in again.',
      })}`,
  );

const row = (session: SessionRecord, currentId: number, { csrfToken }: Frame): readonly Insert[] => [
  session.userAgent ?? 'unknown',
  html`<span class="mono">${session.address}</span>`,
  moment(session.signedInAt),
  moment(session.lastSeenAt),
  session.id === currentId
    ? html`<span class="tag">this session</span>`
    : confirmedForm({
        action: `${BASE}/${session.id}`,
        csrfToken,
        method: 'delete',
        label: 'End',
        name: `the session of ${session.address}`,
        question: 'End this session?',
        consequence: 'That browser has to sign in again.',
      }),
];
