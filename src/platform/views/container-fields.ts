import type { FieldErrors } from './field-errors.js';
import { button, field, form, textArea } from './forms.js';
import { html } from './html.js';
import type { Safe } from './html.js';

// Common parts of the forms about projects and groups.

/** `isFirst` gives it the focus, unless another field has an error. */
export const nameField = (value: string, errors: FieldErrors, isFirst = false): Safe =>
  field({
    name: 'name',
    label: 'Name',
    value,
    errors: errors.name ?? [],
    required: true,
    autofocus: isFirst && Object.keys(errors).length === 0,
  });

export const descriptionField = (value: string, { description: errors = [] }: FieldErrors): Safe =>
  textArea({ name: 'description', label: 'Description', value, errors });

export interface AddressFacts {
  /** URL of the settings page. */
  readonly here: string;
  readonly path: string;
  readonly hint: string;
  readonly errors: FieldErrors;
  readonly csrfToken: string;
}

/** The form for changing the path. */
export const addressCard = ({ here, path, hint, errors, csrfToken }: AddressFacts): Safe =>
  html`<div class="card">
    <h2>Path</h2>
    ${form({ action: `${here}/path`, csrfToken }, [
      field({ name: 'path', label: 'Path', value: path, errors: errors.path ?? [], hint, required: true }),
      html`<div class="actions">${button('Change path', 'plain')}</div>`,
    ])}
  </div>`;
