import type { DueWork } from './due-work.js';

/** Continuous work next to the jobs, while the process performs jobs; contributed by other modules. */
export abstract class BackgroundWork {
  /** What is looked for once a second. */
  readonly due?: DueWork;
  abstract start(): void;
  /** Takes nothing new, waits up to `graceMs` for running work, and gives the rest back. */
  abstract stop(graceMs: number): Promise<void>;
}
