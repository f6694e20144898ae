import { html } from './html.js';
import type { Safe } from './html.js';

/** A newly created secret; no other page shows it again. */
export const secretCard = (id: string, value: string): Safe =>
  html`<div class="card secret">
    <p>Copy it now: it is shown only once.</p>
    <code id="${id}">${value}</code>
  </div>`;
