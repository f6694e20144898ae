import type { ApiError } from '../../../common/errors/api-error.js';
import { badRequest, conflict, message } from '../../../common/errors/catalogue.js';

/** Packages are switched off in this service (contract: packages §1). */
export const packagesClosed = (): ApiError => message(404, '404 Not Found');
/** Contract: packages §4.2; clients send credentials once they are asked for them. */
export const packageLoginNeeded = (): ApiError =>
  message(401, '401 Unauthorized', { 'WWW-Authenticate': 'Basic realm="Slipway Packages"' });
/** Contract: packages §1. */
export const fileTooLarge = (): ApiError => badRequest('File is too large');
export const checksumMismatch = (): ApiError => badRequest('checksum mismatch');
/** Contract: packages §6.3. */
export const duplicateConflict = (): ApiError => conflict('Duplicate package is not allowed');
export const duplicateNotAllowed = (): ApiError => badRequest('Duplicate package is not allowed');
