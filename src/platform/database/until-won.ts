import { setTimeout as sleep } from 'node:timers/promises';
import { lostRace } from './database-errors.js';

/** A transaction that lost a race is retried after a pause, in which the winner may end. */
const ATTEMPTS = 4;
const LONGEST_PAUSE_MS = 50;

interface Race {
  readonly isLost: (error: unknown) => boolean;
  readonly attempts: number;
}

/**
 * Returns the result of the first attempt that loses no race. Throws any other error at once, and that of the last
 * attempt.
 */
export async function untilWon<T>(
  attempt: () => Promise<T>,
  { isLost, attempts }: Race = { isLost: lostRace, attempts: ATTEMPTS },
): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLost(error) || number === attempts) {
        throw error;
      }
      await sleep(Math.random() * LONGEST_PAUSE_MS);
    }
  }
}
