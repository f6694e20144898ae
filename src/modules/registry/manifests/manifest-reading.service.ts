import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { NoSlotInTime } from '../../../common/concurrency/fair-slots.js';
import { ApiError } from '../../../common/errors/api-error.js';
import { unavailable } from '../../../common/errors/catalogue.js';
import { ThreadPool, ThreadTaskFailed } from '../../../platform/threads/thread-pool.js';
import { descriptorsOfIndex } from './fallback-index.js';
import { createdIn } from './image-config.js';
import type { ManifestDescriptor } from './manifest.columns.js';
import { readManifest } from './manifest-document.js';
import type { ManifestDocument } from './manifest-document.js';
import type { ReadingOutcome, ReadingTask } from './manifest-worker.js';

const PROGRAM = new URL('./manifest-worker.js', import.meta.url);
/** Documents of at least this size are read in threads. */
const LARGE_BYTES = 65_536;
/** A document takes a second at most; the limit leaves time for a busy machine. */
const LIMITS = { threads: 2, threadsPerKey: 1, waiting: 200, waitMs: 10_000, taskMs: 5000 };

/**
 * Reads manifests and configs: small ones directly, large ones in threads, because they would block all other requests.
 */
@Injectable()
export class ManifestReadingService implements OnApplicationShutdown {
  private readonly logger = new Logger('registry');
  private readonly threads = new ThreadPool<ReadingTask, ReadingOutcome>(PROGRAM, LIMITS);

  /**
   * Throws MANIFEST_INVALID; 503 if no thread finished in time, so that the client retries (contract: registry §6.2).
   */
  async manifest(projectId: number, bytes: Uint8Array, contentType: string | undefined): Promise<ManifestDocument> {
    if (bytes.length < LARGE_BYTES) {
      return readManifest(bytes, contentType);
    }
    const outcome = await this.read(projectId, { is: 'manifest', bytes, contentType });
    if (outcome.is !== 'manifest') {
      throw new TypeError('The thread has read something else.');
    }
    return outcome.document;
  }

  /** When an image was created, according to its config. Throws 503. */
  async createdAt(projectId: number, bytes: Uint8Array): Promise<string | null> {
    if (bytes.length < LARGE_BYTES) {
      return createdIn(bytes);
    }
    const outcome = await this.read(projectId, { is: 'config', bytes });
    return outcome.is === 'config' ? outcome.createdAt : null;
  }

  /** The descriptors in an index that a client keeps under a fallback tag. Throws 503. */
  async descriptors(projectId: number, bytes: Uint8Array): Promise<readonly ManifestDescriptor[]> {
    if (bytes.length < LARGE_BYTES) {
      return descriptorsOfIndex(bytes);
    }
    const outcome = await this.read(projectId, { is: 'index', bytes });
    return outcome.is === 'index' ? outcome.descriptors : [];
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.end();
  }

  private async read(projectId: number, task: ReadingTask): Promise<ReadingOutcome> {
    const outcome = await this.threads.run(String(projectId), task).catch((error: unknown) => this.fail(error));
    if (outcome.is === 'refused') {
      throw new ApiError(outcome.status, outcome.body);
    }
    return outcome;
  }

  private fail(error: unknown): never {
    if (error instanceof ThreadTaskFailed) {
      this.logger.error({ error: error.message });
    }
    throw error instanceof ThreadTaskFailed || error instanceof NoSlotInTime ? unavailable() : error;
  }
}
