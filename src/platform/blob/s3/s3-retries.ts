import type { RetryErrorInfo, RetryStrategyV2, RetryToken } from '@smithy/types';
import { isPassing } from './s3-error.js';

export interface RetryTiming {
  /** Attempts per request; all requests made here can be repeated. */
  readonly attempts: number;
  /** Delay before the second attempt; doubles with each further one. */
  readonly firstRetryMs: number;
}

/**
 * Gives every request the same number of attempts. The SDK's strategies share one budget among all requests, which
 * concurrent requests use up within a short outage.
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
    // there is no budget to return to
  }
}

function tokenOf(retries: number, delayMs: number): RetryToken {
  return { getRetryCount: () => retries, getRetryDelay: () => delayMs };
}
