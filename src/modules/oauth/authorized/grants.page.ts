import { button, form } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';
import { table } from '../../../platform/views/table.js';
import { moment } from '../../../platform/views/moment.js';
import type { AuthorizedApplication } from './authorized-application.js';

const BASE = '/oauth/authorized_applications';

export const grantsPage = (grants: readonly AuthorizedApplication[], frame: Frame): Safe =>
  layout(
    { title: 'Grants', frame },
    html`<h1>Grants</h1>
      <p class="muted">Applications that may act for you. Revoking one ends all its tokens at once.</p>
      <div class="card">
        ${
          grants.length === 0
            ? html`<p class="muted">You have granted nothing.</p>`
            : table(
                ['Application', 'Scopes', 'Granted', 'Last used', ''],
                grants.map((grant) => row(grant, frame)),
              )
        }
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
  form({ action: `${BASE}/${id}`, csrfToken, method: 'delete', className: '' }, button('Revoke', 'danger')),
];
