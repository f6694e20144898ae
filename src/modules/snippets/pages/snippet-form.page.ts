import type { SnippetFileContent } from '../snippet-contents.service.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { button, field, form, formAlert, hidden, textArea } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { visibilityField } from '../../../platform/views/visibility-field.js';

const ROWS = 18;

/** Values of the form, as submitted or as stored. */
export interface SnippetFields {
  readonly title: string;
  readonly description: string;
  readonly visibility: string;
  readonly fileName: string;
  readonly content: string;
}

interface FormFacts {
  readonly action: string;
  readonly values: SnippetFields;
  readonly errors?: FieldErrors;
}

/** The form for a new snippet with one file. */
export const newSnippetContent = (facts: FormFacts, { csrfToken }: Frame): Safe => {
  const { action, values, errors = {} } = facts;
  return html`<h1>New snippet</h1>
    <div class="card">
      ${form({ action, csrfToken }, [
        ...about(facts),
        field({
          name: 'file_name',
          label: 'File name',
          value: values.fileName,
          errors: [...(errors.file_name ?? []), ...(errors.file_path ?? []), ...(errors.files ?? [])],
          required: true,
        }),
        textArea({
          name: 'content',
          label: 'Content',
          value: values.content,
          rows: ROWS,
          errors: errors.content ?? [],
          required: true,
        }),
        html`<div class="actions">${button('Create snippet')}</div>`,
      ])}
    </div>`;
};

/** The form for a snippet, with those of its files that can be shown. */
export const editSnippetContent = (
  facts: FormFacts & { readonly files: readonly Pick<SnippetFileContent, 'path' | 'content'>[] },
  { csrfToken }: Frame,
): Safe =>
  html`<h1>Edit snippet</h1>
    <div class="card">
      ${form({ action: facts.action, csrfToken, method: 'patch' }, [
        ...about(facts),
        facts.files.map(({ path, content }, at) => [
          hidden(`files[${at}][file_path]`, path),
          textArea({
            name: `files[${at}][content]`,
            label: path,
            value: content.toString('utf8'),
            rows: ROWS,
            errors: facts.errors?.content ?? [],
          }),
        ]),
        html`<div class="actions">${button('Save')} <a class="button plain" href="${facts.action}">Cancel</a></div>`,
      ])}
    </div>`;

const about = ({ values, errors = {} }: FormFacts): Insert[] => [
  (errors.base ?? []).map(formAlert),
  field({ name: 'title', label: 'Title', value: values.title, errors: errors.title ?? [], required: true }),
  textArea({
    name: 'description',
    label: 'Description',
    value: values.description,
    errors: errors.description ?? [],
  }),
  visibilityField(values.visibility, errors.visibility),
];
