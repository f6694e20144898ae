import { setTimeout as sleep } from 'node:timers/promises';
import { lostRace } from './constraint.js';

/** What lost a race starts again, after a moment in which the winner may end. */
const ATTEMPTS = 4;
const LONGEST_PAUSE_MS = 50;

interface Race {
  readonly isLost: (error: unknown) => boolean;
  readonly attempts: number;
}

/** Answers what the first attempt answers that loses no race; throws what the last one throws. */
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
