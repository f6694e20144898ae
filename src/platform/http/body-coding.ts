import type { IncomingMessage } from 'node:http';
import { unsupportedCoding } from '../../common/errors/catalogue.js';
import { isBodyless } from './is-bodyless.js';

/** Codings that change the bytes. Other values that clients send, such as a character set, change nothing. */
const CODINGS = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress', 'x-compress']);

/**
 * Throws 415 for a compressed body, whose bytes are not what its sender means (contract: conventions §3.1). Not called
 * where bodies are decompressed.
 */
export function refuseCodedBody(request: IncomingMessage): void {
  if (isBodyless(request)) {
    return; // an empty body has no coding, whatever the header says
  }
  const named = request.headers['content-encoding']?.toLowerCase().split(',') ?? [];
  const coding = named.map((word) => word.trim()).find((word) => CODINGS.has(word));
  if (coding !== undefined) {
    throw unsupportedCoding(coding);
  }
}
