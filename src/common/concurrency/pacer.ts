import { setImmediate as nextTurn } from 'node:timers/promises';

/** Length of a turn in ms, after which other work of the process runs. */
const TURN_MS = 8;

/** Divides long computations into short turns, so that no input delays other requests. */
export class Pacer {
  private turnEnd = performance.now() + TURN_MS;

  /** To be checked between two steps: true when {@link pause} should be awaited. */
  get isDue(): boolean {
    return performance.now() > this.turnEnd;
  }

  async pause(): Promise<void> {
    await nextTurn();
    this.turnEnd = performance.now() + TURN_MS;
  }
}
