const INTERVAL_MS = 60_000;

/** Limits lines that an external system may cause repeatedly to one per minute. */
export class LogThrottle {
  private lastAt = -Infinity;

  pass(log: () => void): void {
    const now = performance.now();
    if (now - this.lastAt > INTERVAL_MS) {
      this.lastAt = now;
      log();
    }
  }
}
