import type { HttpRequest } from '../../../platform/http/http-types.js';
import { provenBefore, readBytes } from '../../../platform/http/read-body.js';
import { manifestTooLarge } from '../registry-errors.js';

/**
 * Returns the exact bytes of a manifest; the caller must already be allowed to push. Throws 413 for more than `limit`
 * bytes; exactly `limit` is allowed (contract: registry §6.2).
 */
export const readManifestBody = (request: HttpRequest, limit: number): Promise<Buffer> =>
  readBytes(request, limit, { isKnown: provenBefore, tooLarge: () => manifestTooLarge(limit) });
