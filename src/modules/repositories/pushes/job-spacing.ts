interface Spacing {
  /** When the last run is, or was, due, in milliseconds of a clock that is never set back. */
  readonly dueAt: number;
  /** How long after it the next one comes. */
  readonly pause: number;
}

/**
 * Says when jobs about something are to run: at once, and the more often they are asked for without a pause, the less
 * often.
 */
export class JobSpacing {
  private readonly spacings = new Map<number, Spacing>();

  /** Pauses double from `shortest` to `longest`, in milliseconds. */
  constructor(
    private readonly shortest: number,
    private readonly longest: number,
  ) {}

  /** How many milliseconds from now the next one is to run; 0 for at once. */
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
    this.spacings.delete(key); // the latest is the last
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
