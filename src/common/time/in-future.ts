/** Text for a day that is today or earlier, in UTC (contract: core §4). */
export const inFuture = (day: string): string | undefined =>
  day > new Date().toISOString().slice(0, 10) ? undefined : 'must be in the future';
