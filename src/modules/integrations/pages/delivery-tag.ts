import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';

const TONES: Readonly<Record<string, string>> = {
  succeeded: 'good',
  failed: 'bad',
  retrying: 'warn',
  canceled: 'warn',
};

/** Coloured tag with the state of a delivery or attempt. */
export const deliveryTag = (state: string): Safe => html`<span class="tag ${TONES[state] ?? ''}">${state}</span>`;
