import { html } from './html.js';
import type { Safe } from './html.js';

/** A moment for people, in UTC; machines find it to the letter. */
export const moment = (iso: string): Safe =>
  html`<time datetime="${iso}" title="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
