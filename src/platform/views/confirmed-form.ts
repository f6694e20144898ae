import { form } from './forms.js';
import type { FormOptions } from './forms.js';
import { html } from './html.js';
import type { Safe } from './html.js';

export interface ConfirmedFormOptions extends Omit<FormOptions, 'className'> {
  /** Label of both buttons: the one that opens the dialog, and the one in it. */
  readonly label: string;
  /** Name of the row, when many rows have the same button. */
  readonly name?: string;
  readonly tone?: 'plain' | 'danger';
  readonly question: string;
  /** Consequence that cannot be undone. */
  readonly consequence: string;
}

/**
 * A button that opens a dialog, whose button sends the form: nothing is lost by a single click, and no script is
 * needed.
 */
export function confirmedForm(options: ConfirmedFormOptions): Safe {
  const { label, name, tone = 'danger', question, consequence } = options;
  const id = `confirm-${Buffer.from(options.action).toString('base64url')}`;
  return html`<button
      type="button"
      class="button ${tone}"
      popovertarget="${id}"
      aria-label="${name === undefined ? label : `${label} ${name}`}"
    >
      ${label}
    </button>
    <div id="${id}" popover class="dialog" role="alertdialog" aria-labelledby="${id}-title">
      <p id="${id}-title"><strong>${question}</strong></p>
      <p>${consequence}</p>
      <div class="actions">
        ${form({ ...options, className: '' }, html`<button type="submit" class="button danger">${label}</button>`)}
        <button type="button" class="button plain" popovertarget="${id}" popovertargetaction="hide">Cancel</button>
      </div>
    </div>`;
}
