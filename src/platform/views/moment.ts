import { html } from './html.js';
import type { Safe } from './html.js';

/** Formats a time for people, in UTC; the `datetime` attribute contains it in ISO 8601. */
export const moment = (iso: string): Safe =>
  html`<time datetime="${iso}" title="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
