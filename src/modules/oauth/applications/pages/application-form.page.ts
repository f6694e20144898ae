import { button, checkbox, choices, field, form, formAlert, textArea } from '../../../../platform/views/forms.js';
import type { FieldErrors } from '../../../../platform/views/field-errors.js';
import { html, NOTHING } from '../../../../platform/views/html.js';
import type { Safe } from '../../../../platform/views/html.js';
import type { Frame } from '../../../../platform/views/layout.js';
import { describeScope, KNOWN_SCOPES } from '../../scopes.js';
import type { Application } from '../application.js';
import type { ApplicationForm } from './application-form.js';
import { areaLayout } from './area.js';
import type { Area } from './area.js';

interface FormFacts {
  readonly area: Area;
  readonly frame: Frame;
  readonly values: ApplicationForm;
  readonly errors?: FieldErrors;
  /** Absent for a new application. */
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
