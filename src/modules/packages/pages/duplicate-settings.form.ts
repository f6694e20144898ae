import type { RawParams } from '../../../common/params/form-encoding.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { formErrors } from '../../../platform/views/form-errors.js';
import { textIn } from '../../../platform/views/form-text.js';
import { button, field, form, select } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { DUPLICATE_TYPES } from '../settings/duplicate-types.js';
import type { PackageSettingsView } from '../settings/package-settings.presenter.js';

/** Values of the fields, as texts; an empty one is inherited. */
export type DuplicateForm = Readonly<Record<DuplicateField, string>>;
type DuplicateField = keyof PackageSettingsView;

const FIELDS = DUPLICATE_TYPES.flatMap(
  (type) => [`${type}_duplicates_allowed`, `${type}_duplicate_exception_regex`] as const,
);
const WORDS = { maven: 'Maven', generic: 'Generic', nuget: 'NuGet' };

export const duplicateFormOf = (settings: PackageSettingsView): DuplicateForm => formWith((name) => settings[name]);

/** Reads what the user entered; fields that were not sent keep their value. */
export const typedDuplicates = (fields: RawParams, shown: DuplicateForm): DuplicateForm =>
  formWith((name) => (fields[name] === undefined ? shown[name] : textIn(fields, name)));

/** Parameters of the equivalent REST call: only changed fields, so that inherited values stay inherited. */
export const changedDuplicates = (typed: DuplicateForm, shown: DuplicateForm): RawParams =>
  Object.fromEntries(
    FIELDS.filter((name) => typed[name] !== shown[name]).map((name) => [name, typed[name] === '' ? null : typed[name]]),
  );

export const duplicateForm = (
  options: { readonly action: string; readonly csrfToken: string },
  values: DuplicateForm,
  errors: FieldErrors,
): Safe =>
  html`<div class="card">
    <h2>Duplicates</h2>
    <p class="muted">Whether a version takes a second file of the same name.</p>
    ${form(options, [
      ...formErrors(errors, FIELDS),
      ...DUPLICATE_TYPES.flatMap((type) => fieldsOf(type, values, errors)),
      html`<div class="actions">${button('Save duplicates')}</div>`,
    ])}
  </div>`;

function fieldsOf(type: (typeof DUPLICATE_TYPES)[number], values: DuplicateForm, errors: FieldErrors): Safe[] {
  const [allowed, exception] = [`${type}_duplicates_allowed`, `${type}_duplicate_exception_regex`] as const;
  return [
    select({
      name: allowed,
      label: WORDS[type],
      value: values[allowed],
      errors: errors[allowed] ?? [],
      options: [
        ['', 'as the group above says'],
        ['true', 'allowed'],
        ['false', 'refused'],
      ],
    }),
    field({
      name: exception,
      label: `${WORDS[type]}: but allowed for`,
      value: values[exception],
      errors: errors[exception] ?? [],
      hint: 'An RE2 pattern for whole names or versions.',
    }),
  ];
}

const formWith = (valueOf: (name: DuplicateField) => string | boolean | null): DuplicateForm =>
  Object.fromEntries(FIELDS.map((name) => [name, String(valueOf(name) ?? '')])) as DuplicateForm;
