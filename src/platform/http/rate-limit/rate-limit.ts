import { message } from '../../../common/errors/catalogue.js';
import type { ApiError } from '../../../common/errors/api-error.js';
import type { Window } from './rate-counters.js';

/** Usage of a limit in its current window. */
export interface Usage {
  /** Requests allowed per window. */
  readonly limit: number;
  /** Requests so far, including refused ones. */
  readonly observed: number;
  readonly window: Window;
}

/** Headers of every answer while a limit is active (contract: conventions §14). */
export function usageHeaders({ limit, observed, window }: Usage): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Observed': String(observed),
    'RateLimit-Remaining': String(Math.max(0, limit - observed)),
    'RateLimit-Reset': String(Math.floor(window.end / 1000)),
  };
}

/** Builds the 429; `name` is the name of the limit, `now` is in milliseconds (contract: conventions §14). */
export function tooManyRequests(name: string, usage: Usage, now: number): ApiError {
  const seconds = Math.max(1, Math.ceil((usage.window.end - now) / 1000));
  return message(429, '429 Too Many Requests', {
    ...usageHeaders(usage),
    'Retry-After': String(seconds),
    'RateLimit-Name': name,
  });
}
