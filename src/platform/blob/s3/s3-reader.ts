import { GetObjectCommand } from '@aws-sdk/client-s3';
import { PassThrough, Readable } from 'node:stream';
import { BlobStoreFault } from '../blob-errors.js';
import type { ByteRange } from '../blob-store.js';
import type { S3Bucket } from './s3-bucket.js';
import { S3Error } from './s3-error.js';

const READ_BYTES = 1024 * 1024;
const MAX_FAILED_TRIES = 5;
const PARTIAL_CONTENT = 206;

interface OpenObject {
  readonly body: Readable;
  readonly length: number;
  /** Size of the whole object. */
  readonly size: number;
}

/** Bytes of an object, and the size of the whole object. */
export interface S3Object {
  readonly body: Readable;
  readonly size: number;
}

/** Opens the rest of an object after the bytes already received. */
type Reopen = (received: number) => Promise<OpenObject>;

/**
 * Returns the bytes of an object as one stream. When the connection breaks, the rest is requested again: objects never
 * change. Throws `S3Error` (404, 416) before the first byte.
 */
export async function readS3Object(bucket: S3Bucket, name: string, range?: ByteRange): Promise<S3Object> {
  const first = await open(bucket, name, range);
  const reopen: Reopen = (received) => open(bucket, name, rangeAfter(range, received), first.size);
  const out = new PassThrough({ highWaterMark: READ_BYTES });
  deliver(first, reopen, out).then(
    () => out.end(),
    (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return { body: out, size: first.size };
}

/** Throws when the answer differs from the request: other bytes, or an object of another size. */
async function open(bucket: S3Bucket, name: string, range?: ByteRange, size?: number): Promise<OpenObject> {
  const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
  const { Body, ContentLength, ContentRange, $metadata } = await bucket.client.send(
    new GetObjectCommand({ Bucket: bucket.name, Key: name, Range }),
  );
  if (!(Body instanceof Readable)) {
    throw new S3Error('GetObject', 200, 'without a body');
  }
  const found = range ? bytesIn(ContentRange) : { start: 0, size: ContentLength ?? 0 };
  const isAsAsked = !range || ($metadata.httpStatusCode === PARTIAL_CONTENT && found?.start === range.start);
  const isSame = size === undefined || found?.size === size;
  if (isAsAsked && isSame && found && ContentLength === bytesFrom(found, range)) {
    return { body: Body, length: ContentLength, size: found.size };
  }
  Body.destroy();
  throw new S3Error('GetObject', $metadata.httpStatusCode ?? 0, 'without the range or length it was asked for');
}

/** Offset of the first byte, and the size of the whole object. */
interface FoundBytes {
  readonly start: number;
  readonly size: number;
}

/** Parses a header like `bytes 0-4/1000`; null when it is missing or incomplete. */
function bytesIn(contentRange: string | undefined): FoundBytes | null {
  const { start, size } = /^bytes (?<start>\d+)-\d+\/(?<size>\d+)$/.exec(contentRange ?? '')?.groups ?? {};
  return start === undefined || size === undefined ? null : { start: Number(start), size: Number(size) };
}

/** Returns how many bytes of the object the range covers. */
const bytesFrom = ({ start, size }: FoundBytes, range?: ByteRange): number =>
  Math.min(range?.end ?? Infinity, size - 1) - start + 1;

function rangeAfter(range: ByteRange | undefined, received: number): ByteRange | undefined {
  return received === 0 ? range : { start: (range?.start ?? 0) + received, end: range?.end };
}

async function deliver(first: OpenObject, reopen: Reopen, out: PassThrough): Promise<void> {
  let received = await drain(first.body, out);
  let failedTries = 0;
  while (received < first.length && !out.destroyed) {
    const more = await drain((await reopen(received)).body, out);
    received += more;
    failedTries = more > 0 ? 0 : failedTries + 1;
    if (failedTries === MAX_FAILED_TRIES) {
      throw new BlobStoreFault('object storage broke off its answer again and again', { isAway: true });
    }
  }
}

/** Passes on a body until its end or until it breaks; returns the number of bytes. */
async function drain(body: Readable, out: PassThrough): Promise<number> {
  const stop = () => body.destroy();
  let bytes = 0;
  out.once('close', stop);
  try {
    for await (const chunk of bytesOf(body)) {
      bytes += chunk.byteLength;
      if (!out.write(chunk)) {
        await drained(out);
      }
    }
  } catch {
    // the missing rest is requested again
  } finally {
    out.off('close', stop);
  }
  return bytes;
}

function bytesOf(body: Readable): AsyncIterable<Uint8Array> {
  return body;
}

/** Resolves when the stream accepts more, or is closed. */
function drained(out: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      out.off('drain', done).off('close', done);
      resolve();
    };
    out.on('drain', done).on('close', done);
  });
}
