import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { INVALID, toTime } from '../../../common/params/coerce.js';
import { refuseLargeShape } from '../../../common/params/json-shape.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import { BlobsRepository } from '../blobs/blobs.repository.js';

/** A larger config is not read (contract: registry §6.2). */
const MAX_CONFIG_BYTES = 4 * 1024 * 1024;
/** Many times as deep as any config is nested. */
const MAX_LEVELS = 100;
const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/** Reads image configs for the one thing the registry asks them: when the image was created. */
@Injectable()
export class ImageConfigs {
  constructor(
    private readonly blobs: BlobsRepository,
    private readonly store: BlobStore,
  ) {}

  /** ISO 8601 in UTC; null when the config does not tell, cannot be parsed, is too large or not here. */
  async createdAt(repositoryId: number, digest: string): Promise<string | null> {
    const blob = await this.blobs.findLinked(repositoryId, digest);
    if (!blob || blob.size > MAX_CONFIG_BYTES) {
      return null;
    }
    return createdIn(await textOf(await this.store.get(blob.storeKey)));
  }
}

/** `created` of an image config; the zero date stands for none (contract: registry §3.3). */
export function createdIn(text: string): string | null {
  const created = createdField(text);
  const time = typeof created === 'string' && RFC3339.test(created) ? toTime(created) : INVALID;
  return time.ok && time.value.getTime() !== ZERO_DATE ? time.value.toISOString() : null;
}

const ZERO_DATE = Date.parse('0001-01-01T00:00:00Z');

function createdField(text: string): unknown {
  try {
    refuseLargeShape(Buffer.from(text), Infinity, MAX_LEVELS);
    const config: unknown = JSON.parse(text);
    return typeof config === 'object' && config !== null && 'created' in config ? config.created : undefined;
  } catch {
    return undefined;
  }
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    if (chunk instanceof Uint8Array) {
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks).toString('utf8');
}
