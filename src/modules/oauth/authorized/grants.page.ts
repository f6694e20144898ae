import { button, form } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';
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
            : html`<div class="scroll">
                <table class="stack">
                  <thead>
                    <tr>
                      <th>Application</th>
                      <th>Scopes</th>
                      <th>Granted</th>
                      <th>Last used</th>
                      <th></th>
                    </tr>
                  </thead>
                  <tbody>
                    ${grants.map((grant) => row(grant, frame))}
                  </tbody>
                </table>
              </div>`
        }
      </div>`,
  );

const row = ({ id, name, scopes, createdAt, lastUsedAt }: AuthorizedApplication, { csrfToken }: Frame): Safe =>
  html`<tr>
    <td><strong>${name}</strong></td>
    <td>${scopes.map((scope) => html`<span class="tag">${scope}</span>`)}</td>
    <td>${moment(createdAt)}</td>
    <td>${lastUsedAt === null ? 'never' : moment(lastUsedAt)}</td>
    <td class="end">
      ${form({ action: `${BASE}/${id}`, csrfToken, method: 'delete', className: '' }, button('Revoke', 'danger'))}
    </td>
  </tr>`;
