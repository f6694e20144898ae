import { processorMillis } from './thread-time.js';

/**
 * Time after which the processor time of a task is measured; until then wall-clock time stands for it. Nearly all tasks
 * are over by then, and reading the processor time would cost more than they do.
 */
export const UNMEASURED_MS = 20;

/** The processor time that one task uses on a thread, from its construction; wall-clock time where that is unknown. */
export class TaskTime {
  private readonly begun = performance.now();
  private measuredFrom: number | null = null;

  constructor(private readonly systemThreadId: string | null) {}

  /** In milliseconds. */
  get usedMs(): number {
    return this.measuredFrom === null ? performance.now() - this.begun : this.threadMs - this.measuredFrom;
  }

  /** Measures from now on; returns the milliseconds used so far. */
  measure(): number {
    this.measuredFrom ??= this.threadMs - Math.min(performance.now() - this.begun, UNMEASURED_MS);
    return this.usedMs;
  }

  private get threadMs(): number {
    return processorMillis(this.systemThreadId) ?? performance.now();
  }
}
