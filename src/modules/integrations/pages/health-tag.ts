import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { healthStateOf } from '../settings/health-state.js';
import type { HealthState } from '../settings/health-state.js';
import type { Integration } from '../settings/integration.js';

const TONES: Readonly<Record<HealthState, string>> = { healthy: 'good', failing: 'warn', paused: 'bad' };

/** Coloured tag with the health of an integration, or that it is off. */
export function healthTag(integration: Integration): Safe {
  if (!integration.active) {
    return html`<span class="tag">disabled</span>`;
  }
  const state = healthStateOf(integration);
  return html`<span class="tag ${TONES[state]}">${state}</span>`;
}
