import { setImmediate as nextTurn } from 'node:timers/promises';

/** Other work of the process gets its turn after so many milliseconds. */
const TURN_MS = 8;

/** Cuts long computations into short turns, so that no input keeps other requests waiting. */
export class Pacer {
  private turnEnd = performance.now() + TURN_MS;

  /** To be called between two steps: true when {@link pause} should be awaited. */
  get isDue(): boolean {
    return performance.now() > this.turnEnd;
  }

  async pause(): Promise<void> {
    await nextTurn();
    this.turnEnd = performance.now() + TURN_MS;
  }
}
