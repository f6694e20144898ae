/** One counter in one fixed window; times are milliseconds since the Unix epoch. */
export interface Window {
  /** What is counted, and for whom. */
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

/** Counts what all processes of the service see together; losing the counts loses nothing else. */
export abstract class RateCounters {
  /** Counts one more and answers how many there are now, in one atomic step. */
  abstract hit(window: Window): Promise<number>;
  /** How many there are, without counting. */
  abstract count(window: Window): Promise<number>;
}
