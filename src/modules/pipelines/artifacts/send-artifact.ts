import { Type } from '@sinclair/typebox';
import { attachmentNamed } from '../../../common/text/attachment-named.js';
import { mediaType } from '../../../common/wire/wire-types.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import type { BlobStore } from '../../../platform/blob/blob-store.js';
import type { Artifact } from './artifact.js';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['zip', 'application/zip'],
  ['gzip', 'application/gzip'],
]);

const OTHER = 'application/octet-stream';
/** Media types of the response, for the OpenAPI document. */
export const ARTIFACT = Type.Union([...TYPES.values(), OTHER].map(mediaType));

/** Streams a file uploaded by a job. */
export async function sendArtifact(
  request: HttpRequest,
  response: HttpResponse,
  artifact: Artifact,
  blobs: BlobStore,
): Promise<void> {
  const opened = request.method === 'HEAD' ? null : await blobs.open(artifact.blobKey, { size: artifact.size });
  response.writeHead(200, {
    'Content-Type': TYPES.get(artifact.format) ?? OTHER,
    'Content-Length': artifact.size,
    'Content-Disposition': attachmentNamed(artifact.filename), // the content is untrusted
    'Cache-Control': 'no-store',
  });
  try {
    await opened?.sendTo(response);
    response.end();
  } catch {
    response.destroy(); // the response has started: an incomplete one is cut off
  }
}
