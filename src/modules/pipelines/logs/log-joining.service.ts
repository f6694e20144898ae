import { Injectable } from '@nestjs/common';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import { Database } from '../../../platform/database/database.js';
import { EventsService } from '../../../core/events/events.service.js';
import { LOG_STORED } from '../pipeline-events.js';
import type { LogStored } from '../pipeline-events.js';
import { JobLogsRepository } from './job-logs.repository.js';
import { JobLogsService } from './job-logs.service.js';

/** Joins the parts of a log into one object once the job has ended. */
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
   * Returns whether there is a log. Safe to repeat: a log in one part, and one that was erased in the meantime, are
   * left as they are.
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

  /** Publishes that the log of the job is complete, if the event has subscribers. */
  async announce(payload: LogStored): Promise<void> {
    if (await this.events.isWanted(LOG_STORED, payload.projectId)) {
      await this.database.transaction((tx) => this.events.publish(tx, { name: LOG_STORED, payload }));
    }
  }
}
