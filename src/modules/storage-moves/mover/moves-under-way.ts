import { Injectable } from '@nestjs/common';
import { settledWithin } from '../../../common/concurrency/settled-within.js';
import { Slots } from '../../../common/concurrency/slots.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { BackgroundWork } from '../../../platform/queue/background-work.js';

/** More would be taken from the other processes, and begin long before their turn to copy. */
const MOST = 50;

/**
 * Moves that this process carries out. Most of the time they wait, for writes, for their turn to copy or for reads, and
 * no other job has to wait with them. One that the process cannot end is picked up when its lease has lapsed.
 */
@Injectable()
@Contributes(BackgroundWork)
export class MovesUnderWay extends BackgroundWork {
  private readonly slots = new Slots(MOST);
  private readonly running = new Set<Promise<void>>();

  override start(): void {
    // A move is begun by its job.
  }

  /** Settles as soon as the work says that it has begun, or ends before; it is not ended by what happens afterwards. */
  async take(work: (begun: () => void) => Promise<void>): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const whole: Promise<void> = this.slots
        .take(() => work(resolve))
        .then(resolve, reject)
        .finally(() => this.running.delete(whole));
      this.running.add(whole);
    });
  }

  override async stop(graceMs: number): Promise<void> {
    await settledWithin(graceMs, this.running);
  }
}
