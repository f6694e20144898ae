import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { matchesWeakly } from '../../../common/conditional/etag.js';
import type { BlobStore } from '../../../platform/blob/blob-store.js';
import { answeredPart } from '../../../common/conditional/byte-range.js';
import type { LinkedBlob } from '../blobs/blobs.repository.js';
import { rangeInvalid } from '../registry-errors.js';
import { answerEmpty } from './oci-answers.js';

/** The content of a digest never changes. */
const FOREVER = 'max-age=31536000';

/** Streams a blob, or the requested range; memory use does not depend on its size. Throws RANGE_INVALID. */
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
  const part = answeredPart(request, etag, blob.size);
  if (!part) {
    throw rangeInvalid(blob.size);
  }
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
    response.destroy(); // the response has begun, so a failure closes the connection
  }
}
