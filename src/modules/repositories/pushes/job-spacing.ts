interface Spacing {
  /** When the last run is, or was, due, in milliseconds. */
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

  /** Undefined for at once. */
  next(key: number, now: number): Date | undefined {
    this.forgetEnded(now);
    const last = this.spacings.get(key);
    if (!last || this.hasEnded(last, now)) {
      this.note(key, { dueAt: now, pause: this.shortest });
      return undefined;
    }
    const dueAt = now < last.dueAt ? last.dueAt : last.dueAt + last.pause;
    if (dueAt !== last.dueAt) {
      this.note(key, { dueAt, pause: Math.min(last.pause * 2, this.longest) });
    }
    return new Date(dueAt);
  }

  /** The clock may have been set back. */
  private hasEnded({ dueAt, pause }: Spacing, now: number): boolean {
    return now >= dueAt + pause || dueAt > now + this.longest;
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
