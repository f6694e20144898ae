import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestState } from '../request-state.js';

/**
 * Fingerprint that requests with one Idempotency-Key must share: verb, target and body. For a streamed upload, whose
 * bytes have not been read yet, type and length instead of the body (contract: conventions §12 rule 1).
 */
export function fingerprintOf(request: Pick<IncomingMessage, 'method' | 'headers'>, state: RequestState): string {
  const { 'content-type': type = '', 'content-length': length = '' } = request.headers;
  const content = state.bodyDigest ?? `streamed\n${type}\n${length}`;
  return createHash('sha256')
    .update(`${request.method ?? ''}\n${state.target}\n${content}`)
    .digest('hex');
}
