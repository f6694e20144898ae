import { Injectable } from '@nestjs/common';
import { settledWithin } from '../../../common/concurrency/settled-within.js';
import { Slots } from '../../../common/concurrency/slots.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { BackgroundWork } from '../../../platform/queue/background-work.js';

/**
 * Maximum number of moves in this process. More would be taken from other processes, and would begin long before they
 * may copy.
 */
const MOST = 50;

/**
 * The moves that this process carries out. Most of the time they wait for writes, for a copy slot or for reads, and
 * this must not block other jobs. A move that the process cannot end is taken over when its lease has expired.
 */
@Injectable()
@Contributes(BackgroundWork)
export class MovesUnderWay extends BackgroundWork {
  private readonly slots = new Slots(MOST);
  private readonly running = new Set<Promise<void>>();

  override start(): void {
    // Each move is started by its job.
  }

  /** Resolves as soon as the work has begun, or has ended before that. The work continues afterwards. */
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
