import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { matchesWeakly } from '../../../common/conditional/etag.js';
import type { ServedManifest } from '../manifests/manifest.columns.js';
import { answerEmpty } from './oci-answers.js';

/** Sends the stored bytes with their own media type, whatever types the client accepts (contract: registry §6). */
export function sendManifest(request: HttpRequest, response: HttpResponse, manifest: ServedManifest): void {
  const { digest, mediaType, size, bytes } = manifest;
  const validators = { 'Docker-Content-Digest': digest, ETag: `"${digest}"` };
  if (matchesWeakly(request.headers['if-none-match'] ?? '', validators.ETag)) {
    answerEmpty(response, 304, validators);
    return;
  }
  response.writeHead(200, { ...validators, 'Content-Type': mediaType, 'Content-Length': size });
  response.end(bytes ?? undefined);
}
