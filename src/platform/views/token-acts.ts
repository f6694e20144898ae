import { confirmedForm } from './confirmed-form.js';
import { html } from './html.js';
import type { Safe } from './html.js';
import type { Frame } from './layout.js';

/** URL of a token's actions: it accepts both forms. */
export const tokenActs = (address: string, { name }: { readonly name: string }, { csrfToken }: Frame): Safe =>
  html`<div class="actions">
    ${confirmedForm({
      action: `${address}/rotate`,
      csrfToken,
      label: 'Rotate',
      name,
      tone: 'plain',
      question: `Rotate the token “${name}”?`,
      consequence: 'It is replaced by a new one. Requests with the old one are refused immediately.',
    })}
    ${revocation(address, name, csrfToken)}
  </div>`;

/** The button that revokes a token. */
export const revocation = (address: string, name: string, csrfToken: string): Safe =>
  confirmedForm({
    action: address,
    csrfToken,
    method: 'delete',
    label: 'Revoke',
    name,
    question: `Revoke the token “${name}”?`,
    consequence: 'Requests with it are refused immediately. This cannot be undone.',
  });
