import { DeleteObjectCommand, HeadBucketCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobDriver, BlobWriter, DriverEntry, JoinedPart } from '../blob-driver.js';
import { BlobMissingError, BlobRangeError } from '../blob-errors.js';
import type { ByteRange, OpenBlob } from '../blob-store.js';
import { requireSize } from '../byte-slices.js';
import { isKey } from '../staged-parts.js';
import type { S3Bucket } from './s3-bucket.js';
import { hasStatus, isAbsent, promised } from './s3-error.js';
import { joinObjects } from './s3-join.js';
import { listMultiparts, listObjects } from './s3-listing.js';
import { abortMultipart } from './s3-multipart.js';
import { readS3Object } from './s3-reader.js';
import type { S3Object } from './s3-reader.js';
import { S3Writer } from './s3-writer.js';

/** Objects of a bucket, named by a prefix and the key. S3 lists an object only when it is completely stored. */
export class S3Driver implements BlobDriver {
  constructor(
    private readonly bucket: S3Bucket,
    private readonly prefix: string,
  ) {}

  writer(key: string): Promise<BlobWriter> {
    return Promise.resolve(new S3Writer(this.bucket, this.nameOf(key)));
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    return (await this.readSized(key, range)).body;
  }

  async open(key: string, range?: ByteRange, size?: number): Promise<OpenBlob> {
    const { body, size: found } = await this.readSized(key, range);
    try {
      requireSize(key, found, size);
    } catch (error) {
      body.destroy();
      throw error;
    }
    return { sendTo: (into: Writable) => pipeline(body, into, { end: false }) };
  }

  async size(key: string): Promise<number | null> {
    try {
      const { ContentLength } = await this.bucket.client.send(new HeadObjectCommand(this.objectOf(key)));
      return promised(ContentLength);
    } catch (error) {
      if (isAbsent(error)) {
        return null;
      }
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    try {
      await this.bucket.client.send(new DeleteObjectCommand(this.objectOf(key)));
    } catch (error) {
      if (!isAbsent(error)) {
        throw error;
      }
    }
  }

  async join(key: string, parts: readonly JoinedPart[]): Promise<void> {
    const named = parts.map((part) => ({ name: this.nameOf(part.key), size: part.size }));
    try {
      await joinObjects(this.bucket, this.nameOf(key), named);
    } catch (error) {
      throw missingOr(error, key);
    }
  }

  /** Other names below the prefix do not belong to the store. */
  async *entries(): AsyncIterable<DriverEntry> {
    for await (const entry of listObjects(this.bucket, this.prefix)) {
      if (isKey(entry.key)) {
        yield entry;
      }
    }
  }

  async clearLeftovers(olderThan: Date): Promise<number> {
    let cleared = 0;
    for await (const { name, uploadId, startedAt } of listMultiparts(this.bucket, this.prefix)) {
      if (startedAt < olderThan && isKey(name.slice(this.prefix.length))) {
        await abortMultipart(this.bucket, name, uploadId);
        cleared += 1;
      }
    }
    return cleared;
  }

  async probe(): Promise<void> {
    await this.bucket.probe.send(new HeadBucketCommand({ Bucket: this.bucket.name }));
  }

  private async readSized(key: string, range?: ByteRange): Promise<S3Object> {
    if (range && (range.start < 0 || range.start > (range.end ?? Infinity))) {
      throw new BlobRangeError(key); // the storage would answer with the whole object
    }
    try {
      return await readS3Object(this.bucket, this.nameOf(key), range);
    } catch (error) {
      throw hasStatus(error, 416) ? new BlobRangeError(key) : missingOr(error, key);
    }
  }

  private objectOf(key: string) {
    return { Bucket: this.bucket.name, Key: this.nameOf(key) };
  }

  private nameOf(key: string): string {
    return `${this.prefix}${key}`;
  }
}

function missingOr(error: unknown, key: string): unknown {
  return isAbsent(error) ? new BlobMissingError(key) : error;
}
