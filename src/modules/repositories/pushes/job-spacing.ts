interface Spacing {
  /** When the last run is or was due, in milliseconds of a monotonic clock. */
  readonly dueAt: number;
  /** Time in ms from the last run to the next. */
  readonly pause: number;
}

/**
 * Computes when jobs for the same key should run: at once at first, and less often the more they are requested without
 * a pause.
 */
export class JobSpacing {
  private readonly spacings = new Map<number, Spacing>();

  /** Pauses in ms double from `shortest` to `longest`. */
  constructor(
    private readonly shortest: number,
    private readonly longest: number,
  ) {}

  /** Returns in how many milliseconds the next job should run; 0 for at once. */
  delay(key: number, now = performance.now()): number {
    this.forgetEnded(now);
    const last = this.spacings.get(key);
    if (!last || this.hasEnded(last, now)) {
      this.note(key, { dueAt: now, pause: this.shortest });
      return 0;
    }
    const dueAt = now < last.dueAt ? last.dueAt : last.dueAt + last.pause;
    if (dueAt !== last.dueAt) {
      this.note(key, { dueAt, pause: Math.min(last.pause * 2, this.longest) });
    }
    return dueAt - now;
  }

  private hasEnded({ dueAt, pause }: Spacing, now: number): boolean {
    return now >= dueAt + pause;
  }

  private note(key: number, spacing: Spacing): void {
    this.spacings.delete(key); // keeps the map ordered by time
    this.spacings.set(key, spacing);
  }

  private forgetEnded(now: number): void {
    for (const [key, spacing] of this.spacings) {
      if (!this.hasEnded(spacing, now)) {
        return;
      }
      this.spacings.delete(key);
    }
  }
}
