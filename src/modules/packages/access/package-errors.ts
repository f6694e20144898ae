import { ApiError } from '../../../common/errors/api-error.js';
import { badRequest, conflict, forbidden, insufficientScope, message } from '../../../common/errors/catalogue.js';

/** Returned while packages are disabled in this service (contract: packages §1). */
export const packagesClosed = (): ApiError => message(404, '404 Not Found');
/** Asks for credentials, which clients send only on request. Contract: packages §4.2. */
export const packageLoginNeeded = (): ApiError =>
  message(401, '401 Unauthorized', { 'WWW-Authenticate': 'Basic realm="Slipway Packages"' });
/**
 * Contract: packages §4.2, conventions §5. Package clients display `message`, so it is sent next to the field that
 * lists the scopes.
 */
export function scopeMissing(scopes: readonly string[]): ApiError {
  const { status, body, headers } = insufficientScope(scopes);
  return new ApiError(status, { ...forbidden().body, ...body }, headers);
}
/** Contract: packages §1. */
export const fileTooLarge = (): ApiError => badRequest('File is too large');
export const checksumMismatch = (): ApiError => badRequest('checksum mismatch');
/** Contract: packages §6.3. */
export const duplicateConflict = (): ApiError => conflict('Duplicate package is not allowed');
export const duplicateNotAllowed = (): ApiError => badRequest('Duplicate package is not allowed');
