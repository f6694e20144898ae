import { form } from './forms.js';
import { html } from './html.js';
import type { Safe } from './html.js';
import type { Frame } from './layout.js';

/** What can be done with a token: its address takes both forms. */
export const tokenActs = (address: string, { name }: { readonly name: string }, { csrfToken }: Frame): Safe =>
  html`<div class="actions">
    ${form(
      { action: `${address}/rotate`, csrfToken, className: '' },
      html`<button type="submit" class="button plain" aria-label="Rotate ${name}">Rotate</button>`,
    )}
    ${form(
      { action: address, csrfToken, method: 'delete', className: '' },
      html`<button type="submit" class="button danger" aria-label="Revoke ${name}">Revoke</button>`,
    )}
  </div>`;
