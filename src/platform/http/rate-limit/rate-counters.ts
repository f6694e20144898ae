/** One counter in one fixed window; times are milliseconds since the Unix epoch. */
export interface Window {
  /** Name of the limit and of the caller. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Windows are aligned to the Unix epoch, so that all processes see the same ones (contract: conventions §14). */
export function windowAt(name: string, periodSeconds: number, now: number): Window {
  const period = periodSeconds * 1000;
  const start = Math.floor(now / period) * period;
  return { name: `${name} / ${periodSeconds} s`, start, end: start + period };
}

/** Counts requests over all processes of the service. Nothing else depends on the counts, so they may be lost. */
export abstract class RateCounters {
  /** Increments the counter and returns its new value, atomically. */
  abstract hit(window: Window): Promise<number>;
  /** Returns the value without counting. */
  abstract count(window: Window): Promise<number>;
}
