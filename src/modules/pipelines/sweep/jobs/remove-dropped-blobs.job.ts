import { Injectable } from '@nestjs/common';
import { BlobStore } from '../../../../platform/blob/blob-store.js';
import { inParallel } from '../../../../common/concurrency/in-parallel.js';
import { PausableDeletions } from '../../../../platform/database/pausable-deletions.js';
import type { Job, JobRun, RecurringJob } from '../../../../platform/queue/job.js';
import { DroppedBlobsRepository, IS_ANY_BLOB_DROPPED } from '../dropped-blobs.repository.js';

const AT_ONCE = 200;
const SIDE_BY_SIDE = 8;

/**
 * Deletes the bytes of logs and artifacts whose rows were deleted. Safe to repeat: the bytes are deleted before their
 * row in `ci_dropped_blobs`.
 */
@Injectable()
export class RemoveDroppedBlobsJob implements Job<object>, RecurringJob {
  static readonly jobName = 'triggers.remove-dropped-blobs';
  readonly everySeconds = 10;
  readonly condition = IS_ANY_BLOB_DROPPED;

  constructor(
    private readonly dropped: DroppedBlobsRepository,
    private readonly blobs: BlobStore,
    private readonly deletions: PausableDeletions,
  ) {}

  async perform(_: object, { signal }: JobRun): Promise<void> {
    for (let keys = await this.dropped.next(AT_ONCE); keys.length > 0; keys = await this.dropped.next(AT_ONCE)) {
      const isDone = await this.deletions.run(() => this.remove(keys));
      if (!isDone || signal.aborted) {
        return;
      }
    }
  }

  private async remove(keys: readonly string[]): Promise<void> {
    await inParallel(SIDE_BY_SIDE, keys, (key) => this.blobs.delete(key));
    await this.dropped.forget(keys);
  }
}
