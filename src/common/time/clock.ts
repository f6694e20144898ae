import { Injectable } from '@nestjs/common';

/** The only source of the present moment, so that tests can move it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** Milliseconds since the Unix epoch. */
  millis(): number {
    return this.now().getTime();
  }

  /** The moment so many seconds from now. */
  in(seconds: number): Date {
    return new Date(this.millis() + seconds * 1000);
  }

  /** Today in UTC as `YYYY-MM-DD`: tokens and memberships expire by date (contract: conventions §6.2). */
  today(): string {
    return this.now().toISOString().slice(0, 10);
  }
}
