import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { checkbox, choices, field, formAlert } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';

// Common parts of the pages about access tokens and deploy tokens.

export interface TokenFields {
  readonly name: string;
  readonly expiresAt: string;
  readonly scopes: readonly string[];
}

/** Errors that belong to no field, and the name. */
export const nameFields = ({ name }: TokenFields, errors: FieldErrors): Insert[] => [
  (errors.base ?? []).map(formAlert),
  field({ name: 'name', label: 'Name', value: name, errors: errors.name ?? [], required: true }),
];

export const expiryField = ({ expiresAt }: TokenFields, { expires_at: errors = [] }: FieldErrors): Safe =>
  field({
    name: 'expires_at',
    label: 'Expires',
    type: 'date',
    value: expiresAt,
    errors,
    hint: 'Leave empty for a token that never expires.',
  });

export const scopeFields = (
  { scopes }: TokenFields,
  known: readonly string[],
  { scopes: errors = [] }: FieldErrors,
): Safe =>
  choices(
    { label: 'Scopes', errors },
    known.map((scope) => checkbox({ name: 'scopes[]', label: scope, value: scope, checked: scopes.includes(scope) })),
  );

interface ShownToken {
  readonly name: string;
  readonly isExpired: boolean;
}

export const nameCell = ({ name, isExpired }: ShownToken): Safe =>
  html`<strong>${name}</strong>${isExpired ? html` <span class="tag bad">inactive</span>` : NOTHING}`;

export const scopesCell = (scopes: readonly string[]): Insert =>
  scopes.map((scope) => html`<span class="tag">${scope}</span>`);
