import { setImmediate as nextTurn } from 'node:timers/promises';

/** Other requests are served after so many milliseconds of work. */
const TURN_MS = 8;

/** Calls `work` for each item; many items hold nobody up. */
export async function inTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  let turnEnds = performance.now() + TURN_MS;
  for (const item of items) {
    work(item);
    if (performance.now() > turnEnds) {
      await nextTurn();
      turnEnds = performance.now() + TURN_MS;
    }
  }
}
