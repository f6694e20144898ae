import { jest } from '@jest/globals';
import { Clock } from '../../src/common/time/clock.js';
import type { TestApp } from './app.js';

/** Stops the clock of the program while `work` runs, so that no fixed window ends in between. */
export async function inOneMoment<T>({ app }: Pick<TestApp, 'app'>, work: () => Promise<T>): Promise<T> {
  const clock = app.get(Clock);
  const moment = clock.millis();
  const now = jest.spyOn(clock, 'now').mockImplementation(() => new Date(moment));
  try {
    return await work();
  } finally {
    now.mockRestore();
  }
}
