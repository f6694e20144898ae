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

/** Bytes of one request to be added to an upload. */
export interface Chunk {
  readonly body: ByteSource;
  /** Declared length; null if the length is not declared. */
  readonly declared: number | null;
  /** Position of the bytes according to the client; null appends them. */
  readonly range: ChunkRange | null;
  /** Returns the error for a chunk that does not fit, given the current size of the upload. */
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

  /** Opens a new, empty session and returns its id. */
  async open(target: Omit<UploadAddress, 'id'>, opener: string): Promise<string> {
    const id = randomUUID();
    await this.uploads.insert({ ...target, id }, opener, this.store.beginUpload());
    return id;
  }

  /** Number of bytes received so far. Throws 404. */
  async size(address: UploadAddress): Promise<number> {
    const session = await this.uploads.find(address);
    if (!session) {
      throw uploadUnknown();
    }
    return session.staged.size;
  }

  /** The opener of the session; null if there is no such session. */
  async findOpener(address: UploadAddress): Promise<string | null> {
    return (await this.uploads.find(address))?.opener ?? null;
  }

  /** Returns the number of bytes received so far. The bytes of a body that breaks off are discarded. */
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
   * Turns the upload into a blob of the repository. A missing digest leaves the session unchanged, a wrong one ends it;
   * both throw DIGEST_INVALID.
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
          throw uploadUnknown(); // another writer may have made a blob of these bytes
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

  /** Returns the upload with the chunk appended; the given one remains usable. */
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

  /** Ignores failures: the upload has already ended, so the collector removes what remains. */
  private async tidy(removal: Promise<void>): Promise<void> {
    await removal.catch(() => undefined);
  }

  /** The key of the finished bytes if they have that digest; null otherwise. */
  private async keyIfRight(upload: StagedUpload, digest: string): Promise<string | null> {
    const algorithm = algorithmOf(digest);
    if (algorithm === null) {
      return null;
    }
    const { key, digests } = await this.store.finish(upload, [algorithm]);
    return `${algorithm}:${digests[algorithm]}` === digest ? key : null;
  }
}
