import { Injectable } from '@nestjs/common';
import { FairSlots, NoSlotInTime } from '../../../common/concurrency/fair-slots.js';
import { unavailable } from '../../../common/errors/catalogue.js';

/** Each holds a connection while its definition is evaluated: the limit keeps them from using the whole pool. */
const LIMITS = { atOnce: 6, atOncePerKey: 4, waiting: 500, timeoutMs: 15_000 };

/** Limits how many pipelines are created at once, fairly among projects; applied before the transaction starts. */
@Injectable()
export class PipelineTurnsService {
  private readonly slots = new FairSlots(LIMITS);

  /** `project` is the id or path as the request names it. Throws 503 when the wait takes too long. */
  async run<T>(project: string | number, work: () => Promise<T>): Promise<T> {
    try {
      return await this.slots.run(String(project), work);
    } catch (error) {
      throw error instanceof NoSlotInTime ? unavailable() : error;
    }
  }
}
