import type { ClaimedDelivery } from '../records/delivery-queue.repository.js';
import type { AttemptResult } from '../records/delivery-results.repository.js';
import type { ErrorCode } from '../records/step-log.js';
import { secondsUntilNext } from './retry-schedule.js';
import type { StepsResult } from './step-runs.js';

type Ending = Pick<AttemptResult, 'state' | 'errorCode' | 'error' | 'retryAfter' | 'waitSeconds'>;

const DONE: Ending = { state: 'succeeded', errorCode: null, error: null, retryAfter: null, waitSeconds: 0 };

const failed = (errorCode: ErrorCode | null, error: string | null): Ending => ({
  state: 'failed',
  errorCode,
  error,
  retryAfter: null,
  waitSeconds: 0,
});

/** Returns the state of a delivery after its steps ran (contract: integrations §8.1, §8.2). */
export function endingOf(
  { trigger, attemptsCount }: ClaimedDelivery,
  { failures }: StepsResult,
  schedule: readonly number[],
): Ending {
  const worst = failures.find((failure) => failure.class === 'retry') ?? failures[0];
  if (!worst) {
    return DONE;
  }
  const { errorCode, error } = worst.log;
  if (worst.class === 'final' || trigger === 'test') {
    return failed(errorCode, error);
  }
  const waitSeconds = Math.max(...failures.map(({ waitSeconds }) => waitSeconds));
  const retryAfter = secondsUntilNext(schedule, attemptsCount, waitSeconds);
  return retryAfter === null
    ? failed('attempts_exhausted', error)
    : { state: 'retrying', errorCode, error, retryAfter, waitSeconds };
}
