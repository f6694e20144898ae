import { Injectable } from '@nestjs/common';

/** Tells the dispatcher of this process that a committed change left work behind; others find it by polling. */
@Injectable()
export class WakeUp {
  private listener: () => void = () => undefined;

  listen(listener: () => void): void {
    this.listener = listener;
  }

  notify(): void {
    this.listener();
  }
}
