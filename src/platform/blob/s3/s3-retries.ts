import type { RetryErrorInfo, RetryStrategyV2, RetryToken } from '@smithy/types';
import { isPassing } from './s3-error.js';

export interface RetryTiming {
  /** Tries of one request; all requests made here can be repeated. */
  readonly attempts: number;
  /** Wait before the second try; it doubles from try to try. */
  readonly firstRetryMs: number;
}

/**
 * Gives every request the same number of tries. The strategies of the SDK share one budget among all requests, which
 * requests side by side use up within a short outage.
 */
export class S3Retries implements RetryStrategyV2 {
  constructor(private readonly timing: RetryTiming) {}

  acquireInitialRetryToken(): Promise<RetryToken> {
    return Promise.resolve(tokenOf(0, 0));
  }

  /** Rejects when no attempt is left; the SDK then throws the error of the last one. */
  refreshRetryTokenForRetry(last: RetryToken, { error }: RetryErrorInfo): Promise<RetryToken> {
    const retry = last.getRetryCount() + 1;
    if (retry >= this.timing.attempts || !isPassing(error)) {
      return Promise.reject(new Error('no attempt left'));
    }
    return Promise.resolve(tokenOf(retry, this.timing.firstRetryMs * 2 ** (retry - 1) * (0.5 + Math.random())));
  }

  recordSuccess(): void {
    // there is no budget to give back to
  }
}

function tokenOf(retries: number, delayMs: number): RetryToken {
  return { getRetryCount: () => retries, getRetryDelay: () => delayMs };
}
