import { confirmedForm } from '../../../../platform/views/confirmed-form.js';
import { html, NOTHING } from '../../../../platform/views/html.js';
import type { Safe } from '../../../../platform/views/html.js';
import type { Frame } from '../../../../platform/views/layout.js';
import type { Application } from '../application.js';
import { kindTags } from './application-tags.js';
import { areaLayout } from './area.js';
import type { Area } from './area.js';

interface ShowFacts {
  readonly area: Area;
  readonly frame: Frame;
  readonly application: Application;
  /** Shown only once. */
  readonly secret?: string | null;
  readonly notice?: string;
}

/** The page of an application, with its secret only right after this was created (contract: oauth §3). */
export function showPage({ area, frame, application, secret, notice }: ShowFacts): Safe {
  const { id, name, uid, redirectUris, scopes, owner } = application;
  const at = `${area.base}/${id}`;
  return areaLayout(
    area,
    { title: name, frame, ...(notice === undefined ? {} : { notice }) },
    html`<div class="head">
        <h1>${name}</h1>
        <a class="button plain" href="${at}/edit">Edit</a>
      </div>
      <div class="card">
        <dl class="facts">
          <dt>Application ID</dt>
          <dd class="secret"><code id="application-id">${uid}</code></dd>
          ${secretFact(secret, application.confidential)}
          <dt>Redirect URIs</dt>
          <dd>${redirectUris.map((uri) => html`<div class="mono">${uri}</div>`)}</dd>
          <dt>Scopes</dt>
          <dd>${scopes.map((scope) => html`<span class="tag">${scope}</span>`)}</dd>
          <dt>Kind</dt>
          <dd>${kindTags(application)}</dd>
          <dt>Owner</dt>
          <dd>${owner ? `@${owner.username}` : 'this instance'}</dd>
        </dl>
        <div class="actions">
          ${
            application.confidential
              ? confirmedForm({
                  action: `${at}/renew_secret`,
                  csrfToken: frame.csrfToken,
                  label: 'Renew secret',
                  tone: 'plain',
                  question: 'Renew the secret?',
                  consequence: 'The old secret stops working immediately.',
                })
              : NOTHING
          }
          ${confirmedForm({
            action: at,
            csrfToken: frame.csrfToken,
            method: 'delete',
            label: 'Delete',
            question: `Delete the application “${name}”?`,
            consequence: 'All tokens that it received are refused immediately. This cannot be undone.',
          })}
        </div>
      </div>
      <p><a href="${area.base}">All applications</a></p>`,
  );
}

function secretFact(secret: string | null | undefined, isConfidential: boolean): Safe {
  if (!isConfidential) {
    return NOTHING;
  }
  return secret
    ? html`<dt>Secret</dt>
        <dd class="secret">
          <code id="application-secret">${secret}</code>
          <small>Copy it now: it is shown only once.</small>
        </dd>`
    : html`<dt>Secret</dt>
        <dd class="muted">The secret was shown when it was created. Renew it if you lost it.</dd>`;
}
