/** Says when jobs about something are to run: at once, unless they were told so a moment ago. */
export class JobSpacing {
  /** Milliseconds by key, the earliest first. */
  private readonly lastRuns = new Map<number, number>();

  constructor(private readonly milliseconds: number) {}

  /** Undefined for at once. */
  next(key: number, now: number): Date | undefined {
    this.forgetUpTo(now - this.milliseconds);
    const last = this.lastRuns.get(key);
    if (last !== undefined) {
      return new Date(last + this.milliseconds);
    }
    this.lastRuns.set(key, now);
    return undefined;
  }

  private forgetUpTo(limit: number): void {
    for (const [key, time] of this.lastRuns) {
      if (time > limit) {
        return;
      }
      this.lastRuns.delete(key);
    }
  }
}
