import { html, NOTHING } from './html.js';
import type { Insert, Safe } from './html.js';

export interface FormOptions {
  readonly action: string;
  readonly csrfToken: string;
  /** Verb that the form emulates with `_method`. */
  readonly method?: 'patch' | 'delete';
  readonly className?: string;
}

/** A form that posts; every one contains the session's CSRF token. */
export const form = ({ action, csrfToken, method, className }: FormOptions, body: Insert): Safe =>
  html`<form method="post" action="${action}" class="${className ?? 'form'}">
    ${method ? hidden('_method', method) : NOTHING}${hidden('authenticity_token', csrfToken)}${body}
  </form>`;

export const hidden = (name: string, value: string): Safe =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

export interface FieldOptions {
  readonly name: string;
  /** Name of the form, when two forms of a page have a field of this name. */
  readonly formName?: string;
  readonly label: string;
  readonly value?: string;
  readonly type?: 'text' | 'password' | 'email' | 'number' | 'date' | 'datetime-local';
  /** Errors of the submitted value. */
  readonly errors?: readonly string[];
  readonly hint?: string;
  readonly autocomplete?: string;
  readonly inputmode?: 'numeric' | 'text';
  readonly required?: boolean;
  readonly autofocus?: boolean;
}

const idOf = ({ name, formName }: Pick<FieldOptions, 'name' | 'formName'>): string =>
  `${formName === undefined ? '' : `${formName}-`}${name.replace(/\W+/g, '-').replace(/-$/, '')}`;

/** A labelled input; its hint and errors are linked to it for screen readers. */
export function field(options: FieldOptions): Safe {
  const { name, label, value = '', type = 'text', autocomplete = 'off', inputmode = 'text' } = options;
  return html`<div class="field">
    <label for="${idOf(options)}">${label}</label>
    <input
      id="${idOf(options)}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      inputmode="${inputmode}"
      autocapitalize="none"
      spellcheck="false"
      ${described(options)}
      ${options.required ? html`required` : NOTHING}
      ${options.autofocus && !options.errors?.length ? html`autofocus` : NOTHING}
    />
    ${notes(options)}
  </div>`;
}

/** A labelled multi-line text. */
export function textArea(options: FieldOptions & { readonly rows?: number }): Safe {
  const { name, label, value = '', rows = 3 } = options;
  return html`<div class="field">
    <label for="${idOf(options)}">${label}</label>
    <textarea
      id="${idOf(options)}"
      name="${name}"
      rows="${rows}"
      spellcheck="false"
      autocapitalize="none"
      ${described(options)}
      ${options.required ? html`required` : NOTHING}
    >
${value}</textarea>
    ${notes(options)}
  </div>`;
}

export interface SelectOptions extends Pick<FieldOptions, 'name' | 'formName' | 'label' | 'value' | 'errors' | 'hint'> {
  /** Values and their labels. */
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** A labelled single choice. */
export function select(choice: SelectOptions): Safe {
  const { name, label, value = '', options } = choice;
  return html`<div class="field">
    <label for="${idOf(choice)}">${label}</label>
    <select id="${idOf(choice)}" name="${name}" ${described(choice)}>
      ${options.map(
        ([each, text]) => html`<option value="${each}" ${each === value ? html`selected` : NOTHING}>${text}</option>`,
      )}
    </select>
    ${notes(choice)}
  </div>`;
}

type NotedField = Pick<FieldOptions, 'name' | 'formName' | 'errors' | 'hint'>;

/** A field with an error gets the focus, which scrolls it into view. */
const described = ({ errors = [], hint, ...named }: NotedField): Safe =>
  html`${errors.length > 0 ? html`aria-invalid="true" autofocus` : NOTHING}
  ${errors.length > 0 || hint !== undefined ? html`aria-describedby="${idOf(named)}-notes"` : NOTHING}`;

const notes = ({ errors = [], hint, ...named }: NotedField): Safe =>
  errors.length === 0 && hint === undefined
    ? NOTHING
    : html`<div id="${idOf(named)}-notes">
        ${errors.map((text) => html`<p class="error">${text}</p>`)}
        ${hint === undefined ? NOTHING : html`<p class="hint">${hint}</p>`}
      </div>`;

export interface CheckboxOptions {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly checked?: boolean;
  /** Errors of the submitted value. */
  readonly errors?: readonly string[];
  readonly hint?: string;
}

/** A labelled checkbox; its errors are linked to it for screen readers. */
export function checkbox({ name, label, value = '1', checked = false, errors = [], hint }: CheckboxOptions): Safe {
  const state = html`${checked ? html`checked` : NOTHING} ${described({ name, errors })}`;
  return html`<label class="choice">
      <input type="checkbox" name="${name}" value="${value}" ${state} />
      <span>${label}${hint === undefined ? NOTHING : html` <small>${hint}</small>`}</span>
    </label>
    ${notes({ name, errors })}`;
}

/** A group of checkboxes under one heading. */
export const choices = (
  { label, errors = [] }: { readonly label: string; readonly errors?: readonly string[] },
  boxes: readonly Safe[],
): Safe =>
  html`<fieldset ${errors.length > 0 ? html`tabindex="-1" autofocus` : NOTHING}>
    <legend>${label}</legend>
    ${errors.map((text) => html`<p class="error">${text}</p>`)} ${boxes}
  </fieldset>`;

/** Errors of the form as a whole. */
export const formAlert = (text: string): Safe =>
  html`<p class="alert" role="alert" tabindex="-1" autofocus>${text}</p>`;

export const button = (label: string, tone: 'primary' | 'plain' | 'danger' = 'primary'): Safe =>
  html`<button type="submit" class="button ${tone}">${label}</button>`;
