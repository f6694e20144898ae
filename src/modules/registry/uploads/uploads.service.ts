import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { BlobTooLargeError } from '../../../platform/blob/blob-errors.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import type { ByteSource, StagedUpload } from '../../../platform/blob/blob-store.js';
import { BlobLinksService } from '../blobs/blob-links.service.js';
import { algorithmOf } from '../grammar/digest.js';
import { chunkSizeInvalid, digestInvalid, uploadUnknown } from '../registry-errors.js';
import type { PushTarget } from '../repositories/image-repository.js';
import { lengthOf } from './chunk-range.js';
import type { ChunkRange } from './chunk-range.js';
import { UploadsRepository } from './uploads.repository.js';
import type { UploadAddress } from './uploads.repository.js';
import { UploadWriters } from './upload-writers.js';

/** Bytes of one request on their way into an upload. */
export interface Chunk {
  readonly body: ByteSource;
  /** Its length as announced; null when it ends where it ends. */
  readonly declared: number | null;
  /** Where the client says they belong; null appends them. */
  readonly range: ChunkRange | null;
  /** What a chunk that does not fit is answered with, given the upload's present size. */
  readonly outOfOrder: (size: number) => Error;
}

/** Uploads in sessions that survive a restart (contract: registry §6.1). */
@Injectable()
export class UploadsService {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly writers: UploadWriters,
    private readonly links: BlobLinksService,
    private readonly store: BlobStore,
  ) {}

  /** Answers the id of a new, empty session. */
  async open(target: Omit<UploadAddress, 'id'>, opener: string): Promise<string> {
    const id = randomUUID();
    await this.uploads.insert({ ...target, id }, opener, this.store.beginUpload());
    return id;
  }

  /** Bytes so far. Throws 404. */
  async size(address: UploadAddress): Promise<number> {
    const session = await this.uploads.find(address);
    if (!session) {
      throw uploadUnknown();
    }
    return session.staged.size;
  }

  /** Who opened the session; null when there is none. */
  async findOpener(address: UploadAddress): Promise<string | null> {
    return (await this.uploads.find(address))?.opener ?? null;
  }

  /** Answers the bytes so far. What a broken body brought is dropped. */
  append(address: UploadAddress, chunk: Chunk): Promise<number> {
    return this.writers.inTurn(address, async ({ id, staged }, writer) => {
      const grown = await this.grow(staged, chunk);
      if (!(await this.uploads.save(id, writer, grown))) {
        throw uploadUnknown();
      }
      return grown.size;
    });
  }

  /**
   * Makes the upload a blob of the repository. A missing digest leaves the session as it is, a wrong one ends it;
   * throws DIGEST_INVALID for both.
   */
  finish(address: UploadAddress, target: PushTarget, digest: string | null, chunk: Chunk | null): Promise<void> {
    return this.writers.inTurn(address, async ({ id, staged }, writer) => {
      if (digest === null) {
        throw digestInvalid(digest);
      }
      const whole = chunk ? await this.grow(staged, chunk) : staged;
      const key = await this.keyIfRight(whole, digest);
      if (key === null) {
        if (!(await this.uploads.end(id, writer))) {
          throw uploadUnknown(); // the bytes may be those of a blob by now, which another writer made of them
        }
        await this.tidy(this.store.abort(whole));
        throw digestInvalid(digest);
      }
      const content = { digest, size: whole.size, storeKey: key };
      const isNew = await this.links.addContent(target, content, async () => {
        if (!(await this.uploads.end(id, writer))) {
          throw uploadUnknown();
        }
      });
      await this.tidy(isNew ? this.store.settle(whole) : this.store.abort(whole));
    });
  }

  /** Throws 404. */
  async cancel(address: UploadAddress): Promise<void> {
    const session = await this.uploads.cancel(address);
    if (!session) {
      throw uploadUnknown();
    }
    await this.tidy(this.store.abort(session.staged));
  }

  /** The upload with the chunk behind it; the one given stays good. */
  private async grow(staged: StagedUpload, { body, declared, range, outOfOrder }: Chunk): Promise<StagedUpload> {
    if (range && range.start !== staged.size) {
      throw outOfOrder(staged.size);
    }
    if (range && declared !== null && declared !== lengthOf(range)) {
      throw chunkSizeInvalid();
    }
    const limit = range ? { maxBytes: lengthOf(range) } : {};
    const grown = await this.store.append(staged, body, limit).catch((error: unknown) => {
      throw error instanceof BlobTooLargeError ? chunkSizeInvalid() : error;
    });
    if (range && grown.size - staged.size !== lengthOf(range)) {
      throw chunkSizeInvalid();
    }
    return grown;
  }

  /** What cannot be removed now is removed by the collector: the upload itself has ended already. */
  private async tidy(removal: Promise<void>): Promise<void> {
    await removal.catch(() => undefined);
  }

  /** Where the finished bytes lie if that is their digest; null otherwise. */
  private async keyIfRight(upload: StagedUpload, digest: string): Promise<string | null> {
    const algorithm = algorithmOf(digest);
    if (algorithm === null) {
      return null;
    }
    const { key, digests } = await this.store.finish(upload, [algorithm]);
    return `${algorithm}:${digests[algorithm]}` === digest ? key : null;
  }
}
