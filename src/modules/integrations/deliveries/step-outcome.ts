import type { StepResponse } from '../kinds/step.js';
import type { ErrorCode, StepLog } from '../records/step-log.js';

/** What follows from how a step ended (contract: integrations §8.1). */
export type StepClass = 'done' | 'retry' | 'final';

/** How a step ended. */
export interface StepOutcome {
  readonly class: StepClass;
  readonly log: StepLog;
  readonly response: StepResponse;
  /** Seconds that the receiver asks to wait. */
  readonly waitSeconds: number;
}

const NOTHING: StepResponse = { status: 0, json: null };

/** A step without an answer. */
export const unanswered = (outcome: StepClass, log: StepLog): StepOutcome => ({
  class: outcome,
  log,
  response: NOTHING,
  waitSeconds: 0,
});

const RETRIED: readonly ErrorCode[] = ['dns_failure', 'connect_failed', 'timeout', 'tls_failure', 'connection_broken'];
const RETRIED_STATUSES = [408, 425, 429];

export const classOfError = (code: ErrorCode): StepClass => (RETRIED.includes(code) ? 'retry' : 'final');

/** Why an answer is no success. */
export interface StatusProblem {
  readonly class: StepClass;
  readonly code: ErrorCode;
}

/** What an answer's status means; null where it is success. */
export function errorOfStatus(status: number): StatusProblem | null {
  if (status >= 200 && status < 300) {
    return null;
  }
  if (status === 410) {
    return { class: 'final', code: 'gone' };
  }
  if (status >= 300 && status < 400) {
    return { class: 'final', code: 'redirect' };
  }
  const isRetried = status >= 500 || RETRIED_STATUSES.includes(status);
  return { class: isRetried ? 'retry' : 'final', code: 'http_status' };
}
