import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import type { ByteRange } from '../blob-store.js';
import type { S3Client } from './s3-client.js';
import { S3Error } from './s3-error.js';

const READ_BYTES = 1024 * 1024;
const MAX_FRUITLESS_TRIES = 5;
const PARTIAL_CONTENT = 206;

/** Opens the rest of an object of which so many bytes have come. */
type Reopen = (received: number) => Promise<IncomingMessage>;

/**
 * The bytes of an object as one stream. When the connection breaks on the way, the rest is asked for again: objects
 * never change. Throws `S3Error` (404, 416) before the first byte.
 */
export async function readS3Object(client: S3Client, name: string, range?: ByteRange): Promise<Readable> {
  const reopen: Reopen = (received) => open(client, name, rangeAfter(range, received));
  const first = await reopen(0);
  const out = new PassThrough({ highWaterMark: READ_BYTES });
  deliver(first, reopen, out).then(
    () => out.end(),
    (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return out;
}

async function open(client: S3Client, name: string, range?: ByteRange): Promise<IncomingMessage> {
  const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end ?? ''}` } : {};
  const response = await client.open({ method: 'GET', name, headers });
  const isAsAsked = !range || response.statusCode === PARTIAL_CONTENT;
  if (isAsAsked && response.headers['content-length'] !== undefined) {
    return response;
  }
  response.destroy();
  throw new S3Error('GET', response.statusCode ?? 0, 'without the range or length it was asked for');
}

function rangeAfter(range: ByteRange | undefined, received: number): ByteRange | undefined {
  return received === 0 ? range : { start: (range?.start ?? 0) + received, end: range?.end };
}

async function deliver(first: IncomingMessage, reopen: Reopen, out: PassThrough): Promise<void> {
  const expected = Number(first.headers['content-length']);
  let received = await drain(first, out);
  let fruitless = 0;
  while (received < expected && !out.destroyed) {
    const more = await drain(await reopen(received), out);
    received += more;
    fruitless = more > 0 ? 0 : fruitless + 1;
    if (fruitless === MAX_FRUITLESS_TRIES) {
      throw new Error('object storage broke off its answer again and again');
    }
  }
}

/** Passes on what comes of a response, to its end or until it breaks; answers how many bytes that was. */
async function drain(response: IncomingMessage, out: PassThrough): Promise<number> {
  const stop = () => response.destroy();
  let bytes = 0;
  out.once('close', stop);
  try {
    for await (const chunk of bytesOf(response)) {
      bytes += chunk.byteLength;
      if (!out.write(chunk)) {
        await room(out);
      }
    }
  } catch {
    // what is missing is asked for again
  } finally {
    out.off('close', stop);
  }
  return bytes;
}

function bytesOf(response: IncomingMessage): AsyncIterable<Uint8Array> {
  return response;
}

/** Until the stream takes more, or is gone. */
function room(out: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      out.off('drain', done).off('close', done);
      resolve();
    };
    out.on('drain', done).on('close', done);
  });
}
