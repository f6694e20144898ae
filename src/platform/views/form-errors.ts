import type { FieldErrors } from './field-errors.js';
import { formAlert } from './forms.js';
import type { Safe } from './html.js';

/** Returns the errors that belong to none of these fields. */
export const formErrors = (errors: FieldErrors, fields: readonly string[]): Safe[] =>
  Object.entries(errors)
    .filter(([name]) => !fields.includes(name))
    .flatMap(([name, texts]) =>
      texts.map((text) => formAlert(name === 'base' ? text : `${name.replaceAll('_', ' ')}: ${text}`)),
    );
