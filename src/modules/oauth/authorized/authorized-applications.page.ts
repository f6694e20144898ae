import type { Page } from '../../../common/pagination/page.js';
import { confirmedForm } from '../../../platform/views/confirmed-form.js';
import { html } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';
import { moment } from '../../../platform/views/moment.js';
import type { AuthorizedApplication } from './authorized-application.columns.js';

const BASE = '/oauth/authorized_applications';

export const authorizedApplicationsPage = (grants: Page<AuthorizedApplication>, frame: Frame): Safe =>
  layout(
    { title: 'Authorized applications', frame },
    html`<h1>Authorized applications</h1>
      <p class="muted">Applications that may act on your behalf. Revoking one revokes all its tokens.</p>
      <div class="card">
        ${
          grants.items.length === 0
            ? html`<p class="muted">You have not authorized any applications.</p>`
            : table(
                ['Application', 'Scopes', 'Authorized at', 'Last used', ''],
                grants.items.map((grant) => row(grant, frame)),
              )
        }
        ${pager(grants, BASE)}
      </div>`,
  );

const row = (
  { id, name, scopes, createdAt, lastUsedAt }: AuthorizedApplication,
  { csrfToken }: Frame,
): readonly Insert[] => [
  html`<strong>${name}</strong>`,
  scopes.map((scope) => html`<span class="tag">${scope}</span>`),
  moment(createdAt),
  lastUsedAt === null ? 'never' : moment(lastUsedAt),
  confirmedForm({
    action: `${BASE}/${id}`,
    csrfToken,
    method: 'delete',
    label: 'Revoke',
    name,
    question: `Revoke the authorization of “${name}”?`,
    consequence: 'All its tokens for your account are refused immediately.',
  }),
];
