import { message } from '../../../common/errors/catalogue.js';
import type { ApiError } from '../../../common/errors/api-error.js';
import type { Window } from './rate-counters.js';

/** How far a limit is used up in its present window. */
export interface Usage {
  /** Requests that a window admits. */
  readonly limit: number;
  /** Requests so far, refused ones too. */
  readonly observed: number;
  readonly window: Window;
}

/** Headers of every answer while a limit is on (contract: conventions §14). */
export function usageHeaders({ limit, observed, window }: Usage): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Observed': String(observed),
    'RateLimit-Remaining': String(Math.max(0, limit - observed)),
    'RateLimit-Reset': String(Math.floor(window.end / 1000)),
  };
}

/** 429; `name` tells which limit it was, `now` is in milliseconds (contract: conventions §14). */
export function tooManyRequests(name: string, usage: Usage, now: number): ApiError {
  const seconds = Math.max(1, Math.ceil((usage.window.end - now) / 1000));
  return message(429, '429 Too Many Requests', {
    ...usageHeaders(usage),
    'Retry-After': String(seconds),
    'RateLimit-Name': name,
  });
}
