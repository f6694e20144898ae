import { httpStep } from '../calls.js';
import type { HttpCall, IntegrationEvent, Step } from '../step.js';

/** The event itself as JSON, with the headers of hooks. */
export const hookStep = ({ payload }: IntegrationEvent, call: Omit<HttpCall, 'method' | 'body'>): Step =>
  httpStep('hook', { method: 'POST', ...call, body: { hook: payload } });
