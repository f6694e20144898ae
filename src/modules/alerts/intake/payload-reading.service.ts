import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import { DocumentThreads } from '../../../platform/threads/document-threads.js';
import { LARGE_PAYLOAD_BYTES } from '../payloads/payload-limits.js';
import { readPayload } from '../payloads/read-payload.js';
import type { PayloadTask } from '../payloads/read-payload.js';
import type { StoredPayloadReading } from '../payloads/stored-reading.js';
import type { IntakeSource } from './intake-source.js';

const PROGRAM = new URL('../payloads/payload-worker.js', import.meta.url);

/** Reads bodies: small ones directly, large ones in threads, because they would block all other requests. */
@Injectable()
export class PayloadReadingService implements OnApplicationShutdown {
  private readonly threads = new DocumentThreads<PayloadTask, StoredPayloadReading>(PROGRAM, 'alerts');

  constructor(private readonly clock: Clock) {}

  /**
   * Throws 400, 422; 503 if no thread finished in time, so that the sender repeats the request (contract: alerts §1.3).
   */
  async read({ type, mapping, project }: IntakeSource, bytes: Uint8Array): Promise<StoredPayloadReading> {
    const task = { bytes, type, mapping, now: new Date(this.clock.millis()).toISOString() };
    if (bytes.length < LARGE_PAYLOAD_BYTES) {
      return readPayload(task);
    }
    return this.threads.read(project.id, task);
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.end();
  }
}
