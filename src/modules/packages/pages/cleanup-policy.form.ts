import type { RawParams } from '../../../common/params/form-encoding.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { formErrors } from '../../../platform/views/form-errors.js';
import { textIn, textsIn } from '../../../platform/views/form-text.js';
import { button, checkbox, choices, field, form, select } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { CADENCES } from '../cleanup/cadence.js';
import type { PackageCleanupPolicyView } from '../cleanup/package-cleanup.presenter.js';
import { PACKAGE_TYPES } from '../package-types.js';
import { wordOf } from './package-list.page.js';

const TEXTS = ['cadence', 'keep_n_versions', 'older_than', 'name_regex_delete', 'name_regex_keep'] as const;

/** Values of the fields, as texts. */
export interface CleanupPolicyForm extends Readonly<Record<(typeof TEXTS)[number], string>> {
  readonly enabled: boolean;
  readonly package_types: readonly string[];
}

export const policyFormOf = (policy: PackageCleanupPolicyView): CleanupPolicyForm => ({
  ...textsBy((name) => String(policy[name] ?? '')),
  enabled: policy.enabled,
  package_types: policy.package_types,
});

/** Reads what the user entered; an unticked box sends nothing. */
export const typedPolicy = (fields: RawParams): CleanupPolicyForm => ({
  ...textsBy((name) => textIn(fields, name)),
  enabled: textIn(fields, 'enabled') !== '',
  package_types: textsIn(fields, 'package_types'),
});

/** Parameters of the equivalent REST call; empty fields clear the setting. */
export const policyParameters = (typed: CleanupPolicyForm): RawParams => ({
  ...Object.fromEntries(TEXTS.map((name) => [name, typed[name] === '' ? null : typed[name]])),
  enabled: typed.enabled,
  package_types: [...typed.package_types],
});

export const cleanupPolicyForm = (
  { action, csrfToken, beside }: { readonly action: string; readonly csrfToken: string; readonly beside: Insert },
  values: CleanupPolicyForm,
  errors: FieldErrors,
): Safe => {
  const named = (name: (typeof TEXTS)[number]) => ({ name, value: values[name], errors: errors[name] ?? [] });
  return html`<div class="card">
    <h2>Clean-up policy</h2>
    <p class="muted">Packages that it deletes can be restored for a while. Without a rule nothing is deleted.</p>
    ${form({ action, csrfToken }, [
      ...formErrors(errors, [...TEXTS, 'package_types']),
      checkbox({ name: 'enabled', label: 'Runs by itself', checked: values.enabled }),
      select({
        ...named('cadence'),
        label: 'Every',
        options: Object.keys(CADENCES).map((cadence) => [cadence, cadence] as const),
      }),
      field({
        ...named('keep_n_versions'),
        label: 'Keep so many of the newest versions of each name',
        type: 'number',
      }),
      field({ ...named('older_than'), label: 'Keep what is younger than', hint: 'Such as 30d or 2 weeks' }),
      field({
        ...named('name_regex_delete'),
        label: 'Delete only names that match',
        hint: 'An RE2 pattern for the whole name',
      }),
      field({ ...named('name_regex_keep'), label: 'but keep names that match' }),
      choices(
        { label: 'Only of these formats (all when none is ticked)', errors: errors.package_types ?? [] },
        PACKAGE_TYPES.map((type) =>
          checkbox({
            name: 'package_types[]',
            value: type,
            label: wordOf(type),
            checked: values.package_types.includes(type),
          }),
        ),
      ),
      html`<div class="actions">${button('Save policy')} ${beside}</div>`,
    ])}
  </div>`;
};

const textsBy = (valueOf: (name: (typeof TEXTS)[number]) => string): Record<(typeof TEXTS)[number], string> => ({
  cadence: valueOf('cadence'),
  keep_n_versions: valueOf('keep_n_versions'),
  older_than: valueOf('older_than'),
  name_regex_delete: valueOf('name_regex_delete'),
  name_regex_keep: valueOf('name_regex_keep'),
});
