const SPREAD = 0.1;

/**
 * Returns the seconds until the next attempt, with random jitter; null after the last attempt (contract: integrations
 * §8.2).
 */
export function secondsUntilNext(schedule: readonly number[], attempt: number, leastSeconds: number): number | null {
  const seconds = schedule[attempt - 1];
  if (seconds === undefined) {
    return null;
  }
  return Math.max(seconds * (1 - SPREAD + 2 * SPREAD * Math.random()), leastSeconds);
}
