import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { button, form, select } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { formErrors } from '../../../platform/views/form-errors.js';
import { visibilityField } from '../../../platform/views/visibility-field.js';
import { addressCard, descriptionField, nameField } from '../../../platform/views/container-fields.js';
import type { GroupSettingsFields } from './group-settings.form.js';

const PROJECT_CREATORS = [
  ['developer', 'Developers and above'],
  ['maintainer', 'Maintainers and above'],
  ['noone', 'Nobody'],
] as const;
const SUBGROUP_CREATORS = [
  ['maintainer', 'Maintainers and above'],
  ['owner', 'Owners'],
] as const;
const PROTECTIONS = [
  ['0', 'Not protected: Developers may do everything'],
  ['1', 'Partially protected: Developers may push, nobody may force push'],
  ['2', 'Fully protected: only Maintainers may push'],
] as const;
const FIELDS = [
  'name',
  'description',
  'visibility',
  'project_creation_level',
  'subgroup_creation_level',
  'default_branch_protection',
  'path',
];

interface GroupSettingsFacts {
  readonly here: string;
  readonly values: GroupSettingsFields;
  readonly errors?: FieldErrors;
}

/** The settings of a group, for its Owners (contract: core §5). */
export const groupSettingsContent = (facts: GroupSettingsFacts, frame: Frame): Safe =>
  html`<h1>Settings</h1>
    <div class="card">${settingsForm(facts, frame)}</div>
    ${settingSections(facts, frame)}`;

const settingsForm = ({ here, values, errors = {} }: GroupSettingsFacts, { csrfToken }: Frame): Safe =>
  form({ action: here, csrfToken }, [
    ...formErrors(errors, FIELDS),
    nameField(values.name, errors),
    descriptionField(values.description, errors),
    visibilityField(values.visibility, errors.visibility),
    select({
      name: 'project_creation_level',
      label: 'Roles allowed to create projects',
      value: values.project_creation_level,
      options: PROJECT_CREATORS,
      errors: errors.project_creation_level ?? [],
    }),
    select({
      name: 'subgroup_creation_level',
      label: 'Roles allowed to create subgroups',
      value: values.subgroup_creation_level,
      options: SUBGROUP_CREATORS,
      errors: errors.subgroup_creation_level ?? [],
    }),
    select({
      name: 'default_branch_protection',
      label: 'Default branches of new projects',
      value: values.default_branch_protection,
      options: PROTECTIONS,
      errors: errors.default_branch_protection ?? [],
    }),
    html`<div class="actions">${button('Save')}</div>`,
  ]);

const settingSections = ({ here, values, errors = {} }: GroupSettingsFacts, { csrfToken }: Frame): Safe =>
  html`${addressCard({ here, path: values.path, hint: 'All subgroups and projects move with the group. Remotes of clones and names of images change.', errors, csrfToken })}
    <div class="card">
      <h2>Delete</h2>
      <p>Subgroups and projects of this group are deleted too.</p>
      <p><a class="button danger" href="${here}/delete">Delete group</a></p>
    </div>`;
