import { Injectable } from '@nestjs/common';

/** The only source of the current time, so that all processes agree on it, and tests can set it. */
@Injectable()
export class Clock {
  private correctionMs = 0;

  now(): Date {
    return new Date(Date.now() + this.correctionMs);
  }

  /** Milliseconds since the Unix epoch. */
  millis(): number {
    return this.now().getTime();
  }

  /** Returns the time `seconds` from now. */
  in(seconds: number): Date {
    return new Date(this.millis() + seconds * 1000);
  }

  /** Today in UTC as `YYYY-MM-DD`: tokens and memberships expire by date (contract: conventions §6.2). */
  today(): string {
    return this.now().toISOString().slice(0, 10);
  }

  /** Milliseconds by which this clock is ahead of the machine's. */
  get correction(): number {
    return this.correctionMs;
  }

  correct(milliseconds: number): void {
    this.correctionMs = milliseconds;
  }
}
