import type { Namespace } from '../../namespaces/namespace.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { button, checkbox, field, form, select } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';
import { formErrors } from '../../../platform/views/form-errors.js';
import { visibilityField } from '../../../platform/views/visibility-field.js';
import { descriptionField, nameField } from '../../../platform/views/container-fields.js';

/** The fields of the form, with the names of REST. */
export interface NewProjectFields {
  readonly name: string;
  readonly path: string;
  readonly namespaceId: string;
  readonly description: string;
  readonly visibility: string;
  readonly withReadme: boolean;
}

interface NewProjectFacts {
  readonly namespaces: readonly Namespace[];
  readonly values: NewProjectFields;
  readonly errors?: FieldErrors;
}

const FIELDS = ['name', 'path', 'namespace_id', 'description', 'visibility'];

/** The form of a new project (contract: core §6). */
export const newProjectPage = ({ namespaces, values, errors = {} }: NewProjectFacts, frame: Frame): Safe =>
  layout(
    { title: 'New project', frame },
    html`<h1>New project</h1>
      <div class="card">
        ${form({ action: '/dashboard/projects', csrfToken: frame.csrfToken }, [
          ...formErrors(errors, FIELDS),
          nameField(values.name, errors, true),
          html`<div class="columns">
            ${select({
              name: 'namespace_id',
              label: 'Namespace',
              value: values.namespaceId,
              options: namespaces.map(({ id, fullPath, kind }) => [
                String(id),
                kind === 'user' ? `${fullPath} (yours)` : fullPath,
              ]),
              errors: errors.namespace_id ?? [],
            })}
            ${field({
              name: 'path',
              label: 'Path',
              value: values.path,
              errors: errors.path ?? [],
              hint: 'Leave empty to derive it from the name.',
            })}
          </div>`,
          descriptionField(values.description, errors),
          visibilityField(values.visibility, errors.visibility),
          checkbox({
            name: 'initialize_with_readme',
            label: 'Initialize repository with a README',
            hint: 'The repository can be cloned immediately.',
            checked: values.withReadme,
          }),
          html`<div class="actions">
            ${button('Create project')} <a class="button plain" href="/dashboard/projects">Cancel</a>
          </div>`,
        ])}
      </div>`,
  );
