import type { Project } from '../project.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { button, checkbox, choices, field, form, select } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { formErrors } from '../../../platform/views/form-errors.js';
import { visibilityField } from '../../../platform/views/visibility-field.js';
import { addressCard, descriptionField, nameField } from '../../../platform/views/container-fields.js';
import { SWITCHES } from './project-settings.form.js';
import type { ProjectSettingsFields } from './project-settings.form.js';

const REGISTRY = [
  ['enabled', 'Everyone with access'],
  ['private', 'Only project members'],
  ['disabled', 'Off'],
] as const;

const SWITCH_LABELS: Readonly<Record<(typeof SWITCHES)[number], readonly [string, string]>> = {
  jobs_enabled: ['Pipelines', 'Pushes and triggers create pipelines.'],
  public_jobs: ['Public pipelines', 'Pipelines and job logs are visible to everyone who can read the code.'],
  shared_runners_enabled: ['Shared runners', 'Runners of the instance run the jobs of this project.'],
  packages_enabled: ['Packages', 'Clients can publish and download packages.'],
};

const FIELDS = [
  'name',
  'description',
  'topics',
  'visibility',
  'default_branch',
  'container_registry_access_level',
  'ci_config_path',
  'build_timeout',
  'path',
];

export interface ProjectSettingsFacts {
  readonly project: Project;
  readonly here: string;
  /** Owners decide about more. */
  readonly isOwner: boolean;
  readonly values: ProjectSettingsFields;
  readonly errors?: FieldErrors;
}

/** The settings of a project (contract: core §6). */
export const projectSettingsContent = (facts: ProjectSettingsFacts, frame: Frame): Safe =>
  html`<h1>Settings</h1>
    <div class="card">${settingsForm(facts, frame)}</div>
    ${facts.isOwner ? ownersPart(facts, frame) : NOTHING}`;

const settingsForm = (facts: ProjectSettingsFacts, { csrfToken }: Frame): Safe => {
  const { here, isOwner, values, errors = {} } = facts;
  return form({ action: here, csrfToken }, [
    ...formErrors(errors, FIELDS),
    nameField(values.name, errors),
    descriptionField(values.description, errors),
    field({
      name: 'topics',
      label: 'Topics',
      value: values.topics,
      errors: errors.topics ?? [],
      hint: 'Separated by commas.',
    }),
    isOwner ? visibilityField(values.visibility, errors.visibility) : NOTHING,
    field({
      name: 'default_branch',
      label: 'Default branch',
      value: values.default_branch,
      errors: errors.default_branch ?? [],
    }),
    select({
      name: 'container_registry_access_level',
      label: 'Images',
      value: values.container_registry_access_level,
      options: REGISTRY,
      errors: errors.container_registry_access_level ?? [],
    }),
    ...pipelineFields(facts),
    html`<div class="actions">${button('Save')}</div>`,
  ]);
};

const pipelineFields = ({ values, errors = {} }: ProjectSettingsFacts): Insert[] => [
  choices(
    { label: 'Features' },
    SWITCHES.map((name) => {
      const [label, hint] = SWITCH_LABELS[name];
      return checkbox({ name, label, hint, checked: values.switches.includes(name) });
    }),
  ),
  html`<div class="columns">
    ${field({
      name: 'ci_config_path',
      label: 'Pipeline definition',
      value: values.ci_config_path,
      errors: errors.ci_config_path ?? [],
      hint: 'Default: .ci.yml',
    })}
    ${field({
      name: 'build_timeout',
      label: 'Job timeout, in seconds',
      type: 'number',
      inputmode: 'numeric',
      value: values.build_timeout,
      errors: errors.build_timeout ?? [],
    })}
  </div>`,
];

const ownersPart = ({ project, here, values, errors = {} }: ProjectSettingsFacts, { csrfToken }: Frame): Safe =>
  html`${addressCard({ here, path: values.path, hint: `Below ${project.namespaceFullPath}. Remotes of clones and names of images change.`, errors, csrfToken })}
    <div class="card">
      <h2>${project.archived ? 'Unarchive' : 'Archive'}</h2>
      <p>${project.archived ? 'The project becomes writable again.' : 'The project becomes read-only.'}</p>
      ${form(
        { action: `${here}/${project.archived ? 'unarchive' : 'archive'}`, csrfToken, className: '' },
        button(project.archived ? 'Unarchive project' : 'Archive project', 'plain'),
      )}
    </div>
    <div class="card">
      <h2>Delete</h2>
      <p>Code, images, packages and pipelines are deleted too.</p>
      <p><a class="button danger" href="${here}/delete">Delete project</a></p>
    </div>`;
