import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The body of an object or a part: on the disk, so that the stub does not count into the memory of a test. */
export interface StoredBody {
  readonly path: string;
  readonly size: number;
  readonly etag: string;
  readonly sha256: string;
  readonly modifiedAt: Date;
}

export interface Multipart {
  readonly name: string;
  readonly uploadId: string;
  readonly startedAt: Date;
  readonly parts: Map<number, StoredBody>;
}

export class S3Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

/** Objects and multipart uploads of the stub. */
export class S3Files {
  readonly objects = new Map<string, StoredBody>();
  readonly multiparts = new Map<string, Multipart>();

  constructor(
    private readonly directory: string,
    private readonly minPartBytes: number,
  ) {}

  async receive(source: Readable | AsyncIterable<Buffer>): Promise<StoredBody> {
    const path = join(this.directory, randomUUID());
    const md5 = createHash('md5');
    const sha256 = createHash('sha256');
    let size = 0;
    try {
      await pipeline(
        source,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            md5.update(chunk);
            sha256.update(chunk);
            size += chunk.length;
            yield chunk;
          }
        },
        createWriteStream(path),
      );
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    const modifiedAt = new Date();
    return { path, size, etag: `"${md5.digest('hex')}"`, sha256: sha256.digest('hex'), modifiedAt };
  }

  object(name: string): StoredBody {
    const found = this.objects.get(name);
    if (!found) {
      throw new S3Refusal(404, 'NoSuchKey');
    }
    return found;
  }

  multipart(uploadId: string | null, name: string): Multipart {
    const found = this.multiparts.get(uploadId ?? '');
    if (found?.name !== name) {
      throw new S3Refusal(404, 'NoSuchUpload');
    }
    return found;
  }

  begin(name: string): Multipart {
    const multipart = { name, uploadId: randomUUID(), startedAt: new Date(), parts: new Map<number, StoredBody>() };
    this.multiparts.set(multipart.uploadId, multipart);
    return multipart;
  }

  async complete(multipart: Multipart, wanted: readonly { number: number; etag: string }[]): Promise<StoredBody> {
    const parts = wanted.map(({ number, etag }, index) => {
      const part = multipart.parts.get(number);
      if (part?.etag !== etag) {
        throw new S3Refusal(400, 'InvalidPart');
      }
      if (index > 0 && number <= wanted[index - 1]!.number) {
        throw new S3Refusal(400, 'InvalidPartOrder');
      }
      if (index < wanted.length - 1 && part.size < this.minPartBytes) {
        throw new S3Refusal(400, 'EntityTooSmall');
      }
      return part;
    });
    if (parts.length === 0) {
      throw new S3Refusal(400, 'MalformedXML');
    }
    const whole = await this.receive(concatenated(parts));
    this.objects.set(multipart.name, whole);
    await this.abort(multipart);
    return whole;
  }

  async abort(multipart: Multipart): Promise<void> {
    this.multiparts.delete(multipart.uploadId);
    await Promise.all([...multipart.parts.values()].map(({ path }) => rm(path, { force: true })));
  }

  async remove(name: string): Promise<void> {
    const found = this.objects.get(name);
    this.objects.delete(name);
    await rm(found?.path ?? join(this.directory, 'none'), { force: true });
  }
}

async function* concatenated(parts: readonly StoredBody[]): AsyncGenerator<Buffer> {
  for (const { path } of parts) {
    yield* createReadStream(path) as AsyncIterable<Buffer>;
  }
}
