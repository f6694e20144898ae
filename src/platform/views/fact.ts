import { html } from './html.js';
import type { Insert, Safe } from './html.js';

/** One line of a definition list, `<dl class="facts">`. */
export const fact = (name: string, value: Insert): Safe =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`;
