import { httpStep } from './calls.js';
import { textOf } from './settings-values.js';
import type { TestCalls } from './step.js';

/** Requests the address of a tracker; no calls if no address is set (contract: integrations §8.6). */
export const trackerTest: TestCalls = (settings) => {
  const url = textOf(settings, 'project_url');
  return url === '' ? [] : [httpStep('read', { method: 'HEAD', url, anyAnswer: true })];
};
