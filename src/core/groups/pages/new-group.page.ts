import type { Namespace } from '../../namespaces/namespace.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { button, field, form, select } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';
import { formErrors } from '../../../platform/views/form-errors.js';
import { visibilityField } from '../../../platform/views/visibility-field.js';
import { descriptionField, nameField } from '../../../platform/views/container-fields.js';

/** The form; its fields have the names of the API. */
export interface NewGroupFields {
  readonly name: string;
  readonly path: string;
  /** Empty for a top-level group. */
  readonly parentId: string;
  readonly description: string;
  readonly visibility: string;
}

interface NewGroupFacts {
  /** Groups that may become its parent. */
  readonly parents: readonly Namespace[];
  readonly values: NewGroupFields;
  readonly errors?: FieldErrors;
}

const FIELDS = ['name', 'path', 'parent_id', 'description', 'visibility'];

/** Contract: core §5. */
export const newGroupPage = ({ parents, values, errors = {} }: NewGroupFacts, frame: Frame): Safe =>
  layout(
    { title: 'New group', frame },
    html`<h1>New group</h1>
      <div class="card">
        ${form({ action: '/dashboard/groups', csrfToken: frame.csrfToken }, [
          ...formErrors(errors, FIELDS),
          nameField(values.name, errors, true),
          html`<div class="columns">
            ${select({
              name: 'parent_id',
              label: 'Parent group',
              value: values.parentId,
              options: [
                ['', 'None (top-level group)'],
                ...parents.map(({ id, fullPath }) => [String(id), fullPath] as const),
              ],
              errors: errors.parent_id ?? [],
            })}
            ${field({
              name: 'path',
              label: 'Path',
              value: values.path,
              errors: errors.path ?? [],
              hint: 'Part of the URL of every project and subgroup in this group.',
              required: true,
            })}
          </div>`,
          descriptionField(values.description, errors),
          visibilityField(values.visibility, errors.visibility),
          html`<div class="actions">
            ${button('Create group')} <a class="button plain" href="/dashboard/groups">Cancel</a>
          </div>`,
        ])}
      </div>`,
  );
