import type { IncomingMessage } from 'node:http';
import { unsupportedCoding } from '../../common/errors/catalogue.js';

/** Those that change the bytes. Anything else that clients write there, such as a character set, changes nothing. */
const CODINGS = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress', 'x-compress']);

/**
 * Throws 415 for a compressed body, which would be read, or stored, as something that nobody wrote (contract:
 * conventions §3.1). What decompresses bodies itself does not ask.
 */
export function refuseCodedBody({ headers }: IncomingMessage): void {
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) {
    return; // an empty body is nothing, whatever it is called
  }
  const named = headers['content-encoding']?.toLowerCase().split(',') ?? [];
  const coding = named.map((word) => word.trim()).find((word) => CODINGS.has(word));
  if (coding !== undefined) {
    throw unsupportedCoding(coding);
  }
}
