import type { DeletionPreview } from '../../deletions/deletion-preview.js';
import { bytesText } from '../../../platform/views/bytes.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { button, field, form } from '../../../platform/views/forms.js';
import { fact } from '../../../platform/views/fact.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';

interface DeletionFacts {
  readonly what: 'project' | 'group';
  readonly action: string;
  readonly fullPath: string;
  readonly preview: DeletionPreview;
  readonly errors?: FieldErrors;
}

/** Shows what a deletion would remove, and the field that confirms it by name. */
export const deletionContent = (facts: DeletionFacts, { csrfToken }: Frame): Safe => {
  const { what, action, fullPath, preview, errors = {} } = facts;
  return html`<h1>Delete this ${what}?</h1>
    <div class="card">
      <p>This is deleted too:</p>
      <dl class="facts">
        ${what === 'group' ? fact('Groups', preview.groups.length) : ''} ${fact('Projects', preview.projects.length)}
        ${fact('Repositories', preview.contents.repositories)} ${fact('Packages', preview.contents.packages)}
        ${fact('Images', preview.contents.images)} ${fact('Total', bytesText(preview.bytes))}
      </dl>
      ${form({ action, csrfToken }, [
        field({
          name: 'confirm',
          label: `Type ${fullPath} to confirm`,
          errors: errors.confirm ?? [],
          required: true,
        }),
        html`<div class="actions">
          ${button(`Delete ${what}`, 'danger')}
          <a class="button plain" href="${action.replace(/\/delete$/, '')}">Cancel</a>
        </div>`,
      ])}
    </div>`;
};
