/** Work beside the jobs that goes on while the process works on jobs; contributed by other modules. */
export abstract class BackgroundWork {
  abstract start(): void;
  /** Takes nothing new, waits up to `graceMs` for what is under way, and gives the rest back. */
  abstract stop(graceMs: number): Promise<void>;
}
