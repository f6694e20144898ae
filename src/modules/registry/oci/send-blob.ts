import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { matchesWeakly } from '../../../common/conditional/etag.js';
import type { BlobStore } from '../../../platform/blob/blob-store.js';
import { readByteRange } from '../../../common/conditional/byte-range.js';
import type { LinkedBlob } from '../blobs/blobs.repository.js';
import { rangeInvalid } from '../registry-errors.js';
import { answerEmpty } from './oci-answers.js';

/** Content never changes under its digest. */
const FOREVER = 'max-age=31536000';

/** Streams a blob, or the one part that was asked for; memory does not grow with it. Throws RANGE_INVALID. */
export async function sendBlob(
  request: HttpRequest,
  response: HttpResponse,
  blob: LinkedBlob,
  store: BlobStore,
): Promise<void> {
  const etag = `"${blob.digest}"`;
  const headers = {
    'Docker-Content-Digest': blob.digest,
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': FOREVER,
    'Content-Type': 'application/octet-stream',
  };
  if (matchesWeakly(request.headers['if-none-match'] ?? '', etag)) {
    answerEmpty(response, 304, headers);
    return;
  }
  const part = partOf(blob, askedRange(request, etag));
  const opened =
    request.method === 'HEAD' ? null : await store.open(blob.storeKey, { range: part.range, size: blob.size });
  response.writeHead(part.status, { ...headers, ...part.headers });
  if (!opened) {
    response.end();
    return;
  }
  try {
    await opened.sendTo(response);
    response.end();
  } catch {
    response.destroy(); // the answer has begun: a broken one is cut off
  }
}

/** What of the blob is sent, and how the answer says so. */
function partOf({ size }: LinkedBlob, asked: string | undefined) {
  const range = readByteRange(asked, size);
  switch (range.kind) {
    case 'outside':
      throw rangeInvalid(size);
    case 'whole':
      return { status: 200, range: undefined, headers: { 'Content-Length': size } };
    case 'part': {
      const { start, end } = range;
      const headers = { 'Content-Range': `bytes ${start}-${end}/${size}`, 'Content-Length': end - start + 1 };
      return { status: 206, range: { start, end }, headers };
    }
  }
}

/** A HEAD is about the whole; a condition that does not hold asks for the whole again. */
function askedRange({ method, headers }: HttpRequest, etag: string): string | undefined {
  const { range, 'if-range': condition } = headers;
  return method === 'HEAD' || (condition !== undefined && condition !== etag) ? undefined : range;
}
