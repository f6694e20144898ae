import { Injectable } from '@nestjs/common';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import { Database } from '../../../platform/database/database.js';
import { EventsService } from '../../../core/events/events.service.js';
import { LOG_STORED } from '../pipeline-events.js';
import type { LogStored } from '../pipeline-events.js';
import { JobLogsRepository } from './job-logs.repository.js';
import { JobLogsService } from './job-logs.service.js';

/** Makes one object of a log that came in many parts, once nothing more can come. */
@Injectable()
export class LogJoiningService {
  constructor(
    private readonly repository: JobLogsRepository,
    private readonly logs: JobLogsService,
    private readonly blobs: BlobStore,
    private readonly database: Database,
    private readonly events: EventsService,
  ) {}

  /**
   * Whether there is a log. Safe to repeat; nothing happens to a log in one part, and to one that was erased meanwhile.
   */
  async join(jobId: number): Promise<boolean> {
    const { parts, size: stored } = await this.logs.open(jobId);
    if (parts.length < 2) {
      return stored > 0;
    }
    const { key, size } = await this.blobs.put(this.logs.pieces({ parts, rest: Buffer.alloc(0), size: 0 }), []);
    const isReplaced = await this.database.transaction(() =>
      this.repository.replace(jobId, parts, { blobKey: key, size }),
    );
    if (!isReplaced) {
      await this.blobs.delete(key);
    }
    return isReplaced;
  }

  /** Publishes that the log of the job is complete, if the event has followers. */
  async announce(payload: LogStored): Promise<void> {
    if (await this.events.isWanted(LOG_STORED, payload.projectId)) {
      await this.database.transaction((tx) => this.events.publish(tx, { name: LOG_STORED, payload }));
    }
  }
}
