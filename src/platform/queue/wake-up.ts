import { Injectable } from '@nestjs/common';

/** Notifies the dispatcher of this process of new jobs after a commit; other processes poll. */
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
