import { Injectable } from '@nestjs/common';
import { FairSlots, NoSlotInTime } from '../../../common/concurrency/fair-slots.js';
import { unavailable } from '../../../common/errors/catalogue.js';

/** Each holds a connection while its definition is evaluated: they never take the whole pool. */
const LIMITS = { atOnce: 5, atOncePerKey: 3, waiting: 500, timeoutMs: 15_000 };

/** Limits how many pipelines are made at once, fairly among projects; taken before the transaction begins. */
@Injectable()
export class PipelineTurnsService {
  private readonly slots = new FairSlots(LIMITS);

  /** `project` as the request names it. Throws 503 when it takes too long. */
  async run<T>(project: string | number, work: () => Promise<T>): Promise<T> {
    try {
      return await this.slots.run(String(project), work);
    } catch (error) {
      throw error instanceof NoSlotInTime ? unavailable() : error;
    }
  }
}
