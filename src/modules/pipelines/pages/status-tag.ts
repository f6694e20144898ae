import type { Status } from '../../../core/job-tokens/job-status.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';

const TONES: Readonly<Partial<Record<Status, string>>> = {
  success: 'good',
  failed: 'bad',
  canceled: 'warn',
  manual: 'warn',
};

/** Coloured tag with the status of a pipeline or job. */
export const statusTag = (status: Status): Safe =>
  html`<span class="tag ${TONES[status] ?? ''}">${status.replaceAll('_', ' ')}</span>`;
