const LEAST_MS = 60_000;

/** For lines that something outside may cause again and again: one in a minute is told. */
export class Seldom {
  private toldAt = -Infinity;

  tell(line: () => void): void {
    const now = performance.now();
    if (now - this.toldAt > LEAST_MS) {
      this.toldAt = now;
      line();
    }
  }
}
