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

  /** Today in UTC as `YYYY-MM-DD`: tokens and memberships expire by date (contract: conventions §6.2). */
  today(): string {
    return this.now().toISOString().slice(0, 10);
  }
}
