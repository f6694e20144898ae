import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import { BlobsRepository } from '../blobs/blobs.repository.js';
import { ManifestReadingService } from './manifest-reading.service.js';

/** Larger configs are not read (contract: registry §6.2). */
const MAX_CONFIG_BYTES = 4 * 1024 * 1024;

/** Reads image configs to find out when the image was created, the only field that the registry needs. */
@Injectable()
export class ImageConfigsService {
  constructor(
    private readonly blobs: BlobsRepository,
    private readonly store: BlobStore,
    private readonly reading: ManifestReadingService,
  ) {}

  /** ISO 8601 in UTC; null if the config does not contain it, cannot be parsed, is too large or is not stored here. */
  async createdAt(projectId: number, repositoryId: number, digest: string): Promise<string | null> {
    const blob = await this.blobs.findLinked(repositoryId, digest);
    if (!blob || blob.size > MAX_CONFIG_BYTES) {
      return null;
    }
    return this.reading.createdAt(projectId, await bytesOf(await this.store.get(blob.storeKey)));
  }
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    if (chunk instanceof Uint8Array) {
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}
