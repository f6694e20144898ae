import type { Page } from '../../../../common/pagination/page.js';
import { confirmedForm } from '../../../../platform/views/confirmed-form.js';
import { button, checkbox, choices, field, form, formAlert, textArea } from '../../../../platform/views/forms.js';
import type { FieldErrors } from '../../../../platform/views/field-errors.js';
import { html, NOTHING } from '../../../../platform/views/html.js';
import type { Insert, Safe } from '../../../../platform/views/html.js';
import { adminLayout } from '../../../../platform/views/admin-layout.js';
import { layout } from '../../../../platform/views/layout.js';
import type { Frame, PageFacts } from '../../../../platform/views/layout.js';
import { pager } from '../../../../platform/views/pager.js';
import { table } from '../../../../platform/views/table.js';
import { describeScope, KNOWN_SCOPES } from '../../scopes.js';
import type { Application } from '../application.js';
import type { ApplicationForm } from './application-form.js';

/** Where the pages lie, and whether they are the administrators'. */
export interface Area {
  readonly base: '/oauth/applications' | '/admin/applications';
  readonly title: string;
  readonly isAdmin: boolean;
}

const areaLayout = ({ isAdmin }: Area, facts: PageFacts, content: Insert): Safe =>
  isAdmin ? adminLayout('Applications', facts, content) : layout(facts, content);

export const listPage = (area: Area, applications: Page<Application>, frame: Frame): Safe =>
  areaLayout(
    area,
    { title: area.title, frame },
    html`<div class="head">
        <h1>${area.title}</h1>
        <a class="button primary" href="${area.base}/new">New application</a>
      </div>
      <div class="card">
        ${
          applications.items.length === 0
            ? html`<p class="muted">No applications yet.</p>`
            : table(
                ['Name', 'Client id', 'Redirect URIs', 'Kind'],
                applications.items.map((application) => row(area, application)),
              )
        }
        ${pager(applications, area.base)}
      </div>`,
  );

const row = (
  { base, isAdmin }: Area,
  { id, name, uid, redirectUris, owner, ...application }: Application,
): readonly Safe[] => [
  html`<a href="${base}/${id}">${name}</a> ${
      isAdmin ? html`<br /><small>${owner ? `@${owner.username}` : 'instance'}</small>` : NOTHING
    }`,
  html`<code>${uid.slice(0, 12)}…</code>`,
  html`${redirectUris.map((uri) => html`<div class="mono">${uri}</div>`)}`,
  kinds(application),
];

const kinds = ({ confidential, trusted }: Pick<Application, 'confidential' | 'trusted'>): Safe =>
  html`<span class="tag">${confidential ? 'confidential' : 'public'}</span>${
      trusted ? html`<span class="tag warn">trusted</span>` : NOTHING
    }`;

export interface FormFacts {
  readonly area: Area;
  readonly frame: Frame;
  readonly values: ApplicationForm;
  readonly errors?: FieldErrors;
  /** Absent for a new one. */
  readonly application?: Application;
}

/** Contract: oauth §3: the names of the fields. */
export function formPage({ area, frame, values, errors = {}, application }: FormFacts): Safe {
  const title = application ? `Edit ${application.name}` : 'New application';
  const action = application ? `${area.base}/${application.id}` : area.base;
  return areaLayout(
    area,
    { title, frame },
    html`<h1>${title}</h1>
      <div class="card">
        ${(errors.base ?? []).map(formAlert)}
        ${form({ action, csrfToken: frame.csrfToken, ...(application ? { method: 'patch' } : {}) }, [
          field({
            name: 'application[name]',
            label: 'Name',
            value: values.name,
            errors: errors.name ?? [],
            required: true,
          }),
          textArea({
            name: 'application[redirect_uri]',
            label: 'Redirect URIs',
            value: values.redirectUri,
            errors: errors.redirect_uri ?? [],
            hint: 'One URI per line. The redirect URI of a request must match one of them exactly.',
            required: true,
          }),
          checkbox({
            name: 'application[confidential]',
            label: 'Confidential',
            checked: values.confidential,
            hint: 'The application runs on a server and can keep a secret. Clear this for applications in browsers and on devices.',
          }),
          area.isAdmin
            ? checkbox({
                name: 'application[trusted]',
                label: 'Trusted',
                checked: values.trusted,
                hint: 'Users are not asked for consent.',
              })
            : NOTHING,
          choices({ label: 'Scopes', errors: errors.scopes ?? [] }, scopeBoxes(values, frame)),
          html`<div class="actions">
            ${button('Save application')}<a class="button plain" href="${action}">Cancel</a>
          </div>`,
        ])}
      </div>`,
  );
}

const scopeBoxes = ({ scopes }: ApplicationForm, { user }: Frame): Safe[] =>
  KNOWN_SCOPES.filter((scope) => scope !== 'sudo' || user?.isAdmin).map((scope) =>
    checkbox({
      name: 'application[scopes][]',
      label: scope,
      value: scope,
      checked: scopes.includes(scope),
      hint: describeScope(scope).description,
    }),
  );

export interface ShowFacts {
  readonly area: Area;
  readonly frame: Frame;
  readonly application: Application;
  /** Shown this once. */
  readonly secret?: string | null;
  readonly notice?: string;
}

/** The page of an application; its secret is on it only right after it was made (contract: oauth §3). */
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
          <dd>${kinds(application)}</dd>
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
