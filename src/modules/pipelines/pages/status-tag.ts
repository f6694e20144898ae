import type { Status } from '../processing/statuses.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';

const TONES: Readonly<Partial<Record<Status, string>>> = {
  success: 'good',
  failed: 'bad',
  canceled: 'warn',
  manual: 'warn',
};

/** The status of a pipeline or job, in its colour. */
export const statusTag = (status: Status): Safe =>
  html`<span class="tag ${TONES[status] ?? ''}">${status.replaceAll('_', ' ')}</span>`;
