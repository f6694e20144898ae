import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { matchesWeakly } from '../../../common/conditional/etag.js';
import type { BlobStore } from '../../../platform/blob/blob-store.js';
import { readByteRange } from '../blobs/byte-range.js';
import type { LinkedBlob } from '../blobs/blobs.repository.js';
import { rangeInvalid } from '../registry-errors.js';
import { answerEmpty } from './oci-answers.js';

/** Content never changes under its digest. */
const FOREVER = 'max-age=31536000';

/** Streams a blob, or the one part that was asked for; memory does not grow with it. Throws RANGE_INVALID. */
export async function sendBlob(
  request: Request,
  response: Response,
  blob: LinkedBlob,
  store: BlobStore,
): Promise<void> {
  const headers = {
    'Docker-Content-Digest': blob.digest,
    ETag: `"${blob.digest}"`,
    'Accept-Ranges': 'bytes',
    'Cache-Control': FOREVER,
  };
  if (matchesWeakly(request.headers['if-none-match'] ?? '', headers.ETag)) {
    answerEmpty(response, 304, headers);
    return;
  }
  const range = readByteRange(askedRange(request, headers.ETag), blob.size);
  if (range.kind === 'outside') {
    throw rangeInvalid(blob.size);
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: blob.size - 1 };
  const part = range.kind === 'part' ? { 'Content-Range': `bytes ${start}-${end}/${blob.size}` } : {};
  const body =
    request.method === 'HEAD' ? null : await store.get(blob.storeKey, range.kind === 'part' ? range : undefined);
  response.writeHead(range.kind === 'part' ? 206 : 200, {
    ...headers,
    ...part,
    'Content-Type': 'application/octet-stream',
    'Content-Length': end - start + 1,
  });
  if (!body) {
    response.end();
    return;
  }
  await pipeline(body, response).catch(() => undefined); // the answer has begun: a broken one is cut off
}

/** A HEAD is about the whole; a condition that does not hold asks for the whole again. */
function askedRange({ method, headers }: Request, etag: string): string | undefined {
  const { range, 'if-range': condition } = headers;
  return method === 'HEAD' || (condition !== undefined && condition !== etag) ? undefined : range;
}
