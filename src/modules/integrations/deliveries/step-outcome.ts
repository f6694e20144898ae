import { storable } from '../../../common/text/storable.js';
import { cutToBytes } from '../kinds/shorten.js';
import type { StepResponse } from '../kinds/step.js';
import type { ErrorCode, StepLog } from '../records/step-log.js';

/** Whether a step is finished or should be retried (contract: integrations §8.1). */
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
/** Limit for a mail server's text, as for other answers (contract: integrations §8.2). */
const KEPT_ERROR_BYTES = 8192;

/** A step without an answer. The reason may contain a server's text as it was sent, so it is made storable. */
export const unanswered = (outcome: StepClass, log: StepLog): StepOutcome => ({
  class: outcome,
  log: { ...log, error: log.error && cutToBytes(storable(log.error), KEPT_ERROR_BYTES) },
  response: NOTHING,
  waitSeconds: 0,
});

const RETRIED: readonly ErrorCode[] = ['dns_failure', 'connect_failed', 'timeout', 'tls_failure', 'connection_broken'];
const RETRIED_STATUSES = [408, 425, 429];

export const classOfError = (code: ErrorCode): StepClass => (RETRIED.includes(code) ? 'retry' : 'final');

/** Why an answer does not count as success. */
export interface StatusProblem {
  readonly class: StepClass;
  readonly code: ErrorCode;
}

/** Returns the problem that an answer's status means; null for success. */
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
