import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { DocumentThreads } from '../../../platform/threads/document-threads.js';
import { descriptorsOfIndex } from './fallback-index.js';
import { createdIn } from './image-config.js';
import type { ManifestDescriptor } from './manifest.columns.js';
import { readManifest } from './manifest-document.js';
import type { ManifestDocument } from './manifest-document.js';
import type { Reading, ReadingTask } from './manifest-worker.js';

const PROGRAM = new URL('./manifest-worker.js', import.meta.url);
/** Documents of at least this size are read in threads. */
const LARGE_BYTES = 65_536;

/**
 * Reads manifests and configs: small ones directly, large ones in threads, because they would block all other requests.
 */
@Injectable()
export class ManifestReadingService implements OnApplicationShutdown {
  private readonly threads = new DocumentThreads<ReadingTask, Reading>(PROGRAM, 'registry');

  /**
   * Throws MANIFEST_INVALID; 503 if no thread finished in time, so that the client retries (contract: registry §6.2).
   */
  async manifest(projectId: number, bytes: Uint8Array, contentType: string | undefined): Promise<ManifestDocument> {
    if (bytes.length < LARGE_BYTES) {
      return readManifest(bytes, contentType);
    }
    const reading = await this.threads.read(projectId, { is: 'manifest', bytes, contentType });
    if (reading.is !== 'manifest') {
      throw new TypeError('The thread has read something else.');
    }
    return reading.document;
  }

  /** When an image was created, according to its config. Throws 503. */
  async createdAt(projectId: number, bytes: Uint8Array): Promise<string | null> {
    if (bytes.length < LARGE_BYTES) {
      return createdIn(bytes);
    }
    const reading = await this.threads.read(projectId, { is: 'config', bytes });
    return reading.is === 'config' ? reading.createdAt : null;
  }

  /** The descriptors in an index that a client keeps under a fallback tag. Throws 503. */
  async descriptors(projectId: number, bytes: Uint8Array): Promise<readonly ManifestDescriptor[]> {
    if (bytes.length < LARGE_BYTES) {
      return descriptorsOfIndex(bytes);
    }
    const reading = await this.threads.read(projectId, { is: 'index', bytes });
    return reading.is === 'index' ? reading.descriptors : [];
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.end();
  }
}
