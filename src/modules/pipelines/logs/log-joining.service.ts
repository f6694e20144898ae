import { Injectable } from '@nestjs/common';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import { Database } from '../../../platform/database/database.js';
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
  ) {}

  /** Safe to repeat; nothing happens to a log in one part, and to one that was erased meanwhile. */
  async join(jobId: number): Promise<void> {
    const { parts } = await this.logs.open(jobId);
    if (parts.length < 2) {
      return;
    }
    const { key, size } = await this.blobs.put(this.logs.pieces({ parts, rest: Buffer.alloc(0), size: 0 }), []);
    const isReplaced = await this.database.transaction(() =>
      this.repository.replace(jobId, parts, { blobKey: key, size }),
    );
    if (!isReplaced) {
      await this.blobs.delete(key);
    }
  }
}
