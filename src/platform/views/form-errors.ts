import type { FieldErrors } from './field-errors.js';
import { html } from './html.js';
import type { Safe } from './html.js';

/** Errors that belong to none of these fields. */
export const formErrors = (errors: FieldErrors, fields: readonly string[]): Safe[] =>
  Object.entries(errors)
    .filter(([name]) => !fields.includes(name))
    .flatMap(([name, texts]) =>
      texts.map(
        (text) =>
          html`<p class="alert" role="alert">${name === 'base' ? text : `${name.replaceAll('_', ' ')}: ${text}`}</p>`,
      ),
    );
