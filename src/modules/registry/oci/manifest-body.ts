import type { HttpRequest } from '../../../platform/http/http-types.js';
import { provenBefore, readBytes } from '../../../platform/http/read-body.js';
import { manifestTooLarge } from '../registry-errors.js';

/**
 * The exact bytes of a manifest, of a caller who may push. Throws 413 for more than `limit`; a body of that size passes
 * (contract: registry §6.2).
 */
export const readManifestBody = (request: HttpRequest, limit: number): Promise<Buffer> =>
  readBytes(request, limit, { isKnown: provenBefore, tooLarge: () => manifestTooLarge(limit) });
