import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import type { ByteSource } from '../../../platform/blob/blob-store.js';
import { algorithmOf } from '../grammar/digest.js';
import { digestInvalid } from '../registry-errors.js';
import type { PushTarget } from '../repositories/image-repository.js';
import { BlobLinksService } from './blob-links.service.js';
import type { StoredContent } from './blobs.repository.js';

/** Stores a whole blob in a single request (contract: registry §6). */
@Injectable()
export class BlobIntakeService {
  constructor(
    private readonly links: BlobLinksService,
    private readonly store: BlobStore,
  ) {}

  /** Throws DIGEST_INVALID if the bytes have another digest; nothing is stored then. */
  async take(target: PushTarget, digest: string, body: ByteSource): Promise<void> {
    const algorithm = algorithmOf(digest);
    if (algorithm === null) {
      throw digestInvalid(digest);
    }
    const { key, size, digests } = await this.store.put(body, [algorithm]);
    try {
      if (`${algorithm}:${digests[algorithm]}` !== digest) {
        throw digestInvalid(digest);
      }
      await this.keep(target, { digest, size, storeKey: key });
    } catch (error) {
      if (error instanceof ApiError) {
        await this.discard(key); // other errors may hide a commit: then a row needs the object
      }
      throw error;
    }
  }

  private async keep(target: PushTarget, content: StoredContent): Promise<void> {
    const isNeeded = await this.links.addContent(target, content);
    if (!isNeeded) {
      await this.discard(content.storeKey);
    }
  }

  /** If the object cannot be removed now, it has no row, so the collector removes it. */
  private async discard(key: string): Promise<void> {
    await this.store.delete(key).catch(() => undefined);
  }
}
