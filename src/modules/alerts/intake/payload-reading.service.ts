import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { NoSlotInTime } from '../../../common/concurrency/fair-slots.js';
import { ApiError } from '../../../common/errors/api-error.js';
import { unavailable } from '../../../common/errors/catalogue.js';
import { Clock } from '../../../common/time/clock.js';
import { ThreadPool, ThreadTaskFailed } from '../../../platform/threads/thread-pool.js';
import { LARGE_PAYLOAD_BYTES } from '../payloads/payload-limits.js';
import type { PayloadOutcome } from '../payloads/payload-worker.js';
import { readPayload } from '../payloads/read-payload.js';
import type { PayloadTask } from '../payloads/read-payload.js';
import type { StoredPayloadReading } from '../payloads/stored-reading.js';
import type { IntakeSource } from './intake-source.js';

const PROGRAM = new URL('../payloads/payload-worker.js', import.meta.url);
/** Reading a body takes a few tenths of a second at most; `taskMs` leaves time for a busy machine. */
const LIMITS = { threads: 2, threadsPerKey: 1, waiting: 200, waitMs: 10_000, taskMs: 5000 };

/** Reads bodies: small ones directly, large ones in threads, because they would block all other requests. */
@Injectable()
export class PayloadReadingService implements OnApplicationShutdown {
  private readonly logger = new Logger('alerts');
  private readonly threads = new ThreadPool<PayloadTask, PayloadOutcome>(PROGRAM, LIMITS);

  constructor(private readonly clock: Clock) {}

  /**
   * Throws 400, 422; 503 if no thread finished in time, so that the sender repeats the request (contract: alerts §1.3).
   */
  async read({ type, mapping, project }: IntakeSource, bytes: Uint8Array): Promise<StoredPayloadReading> {
    const task = { bytes, type, mapping, now: new Date(this.clock.millis()).toISOString() };
    if (bytes.length < LARGE_PAYLOAD_BYTES) {
      return readPayload(task);
    }
    const outcome = await this.threads.run(String(project.id), task).catch((error: unknown) => this.fail(error));
    if (outcome.is === 'refused') {
      throw new ApiError(outcome.status, outcome.body);
    }
    return outcome.reading;
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.end();
  }

  private fail(error: unknown): never {
    if (error instanceof ThreadTaskFailed) {
      this.logger.error({ error: error.message });
    }
    throw error instanceof ThreadTaskFailed || error instanceof NoSlotInTime ? unavailable() : error;
  }
}
