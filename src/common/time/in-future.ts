const NOT_IN_FUTURE = 'must be in the future';

/** Error for a day that is today or earlier, in UTC (contract: core §4). */
export const inFuture = (day: string): string | undefined =>
  day > new Date().toISOString().slice(0, 10) ? undefined : NOT_IN_FUTURE;

/** Error for a time that has passed (contract: triggers §16.1). */
export const isAhead = (time: Date): string | undefined => (time > new Date() ? undefined : NOT_IN_FUTURE);
