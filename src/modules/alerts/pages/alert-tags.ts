import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { AlertStatus, IncidentState, Severity } from '../alert-words.js';

const STATUS_TONES: Readonly<Record<AlertStatus, string>> = {
  triggered: 'bad',
  acknowledged: 'warn',
  resolved: 'good',
  ignored: '',
};
const SEVERE: readonly Severity[] = ['critical', 'high'];

export const statusTag = (status: AlertStatus): Safe =>
  html`<span class="tag ${STATUS_TONES[status]}">${status}</span>`;

export const severityTag = (severity: Severity): Safe =>
  html`<span class="tag ${SEVERE.includes(severity) ? 'bad' : ''}">${severity}</span>`;

export const stateTag = (state: IncidentState): Safe =>
  html`<span class="tag ${state === 'opened' ? 'warn' : 'good'}">${state}</span>`;
