import { ApiError } from '../../common/errors/api-error.js';
import type { ErrorFormat } from '../../platform/http/error-format.js';

type Headers = Readonly<Record<string, string>>;
interface Entry {
  readonly code: string;
  readonly message: string;
  readonly detail?: unknown;
}

const refusalOf = (status: number, errors: readonly Entry[], headers?: Headers): ApiError =>
  new ApiError(status, { errors }, headers);
const refusal = (status: number, code: string, message: string, detail: unknown = null, headers?: Headers): ApiError =>
  refusalOf(status, [{ code, message, detail }], headers);

// Errors of the token endpoint, which have no `detail` (contract: registry §1, §5).
export const accessDenied = (): ApiError =>
  refusalOf(401, [{ code: 'UNAUTHORIZED', message: 'HTTP Basic: Access denied' }], {
    'WWW-Authenticate': 'Basic realm="Slipway Container Registry"',
  });
export const accessForbidden = (): ApiError => refusalOf(403, [{ code: 'DENIED', message: 'access forbidden' }]);
export const registryClosed = (): ApiError =>
  refusalOf(404, [{ code: 'UNAVAILABLE', message: 'registry not enabled' }]);

// Errors below `/v2`: `detail` is null if there is nothing to add (contract: registry §6).
export const tokenNeeded = (challenge: string): ApiError =>
  refusal(401, 'UNAUTHORIZED', 'authentication required', undefined, { 'WWW-Authenticate': challenge });
export const denied = (reason: string): ApiError => refusal(403, 'DENIED', reason);
export const nameInvalid = (name: string): ApiError =>
  refusal(400, 'NAME_INVALID', 'invalid repository name', { name });
export const nameUnknown = (name?: string): ApiError =>
  refusal(404, 'NAME_UNKNOWN', 'repository name not known to registry', name === undefined ? undefined : { name });
export const tagInvalid = (tag: string): ApiError => refusal(400, 'TAG_INVALID', 'invalid tag name', { tag });
export const digestInvalid = (digest: string | null): ApiError =>
  refusal(400, 'DIGEST_INVALID', 'provided digest did not match uploaded content', { digest });
export const manifestUnknown = (reference: string): ApiError =>
  refusal(404, 'MANIFEST_UNKNOWN', 'manifest unknown', { reference });
export const manifestInvalid = (reason: string): ApiError =>
  refusal(400, 'MANIFEST_INVALID', 'manifest invalid', { reason });
export const manifestTooLarge = (limit: number): ApiError =>
  refusal(413, 'SIZE_INVALID', `manifest is larger than ${limit} bytes`, { limit });
export const manifestRefsUnknown = (digests: readonly string[]): ApiError =>
  refusalOf(
    400,
    digests.map((digest) => ({
      code: 'MANIFEST_BLOB_UNKNOWN',
      message: 'manifest references a manifest or blob unknown to registry',
      detail: { digest },
    })),
  );
export const blobUnknown = (digest: string): ApiError =>
  refusal(404, 'BLOB_UNKNOWN', 'blob unknown to registry', { digest });
export const blobInUse = (digest: string): ApiError =>
  refusal(405, 'UNSUPPORTED', 'the blob is referenced by a manifest', { digest });
export const uploadUnknown = (): ApiError => refusal(404, 'BLOB_UPLOAD_UNKNOWN', 'blob upload unknown to registry');
export const uploadBusy = (): ApiError => refusal(409, 'BLOB_UPLOAD_INVALID', 'another request writes to this upload');
export const chunkOutOfOrder = (headers: Headers): ApiError =>
  refusal(416, 'RANGE_INVALID', 'the chunk does not begin where the upload ends', undefined, headers);
export const chunkSizeInvalid = (): ApiError =>
  refusal(400, 'SIZE_INVALID', 'provided length did not match content length');
export const rangeInvalid = (size: number): ApiError =>
  refusal(416, 'RANGE_INVALID', 'the range is outside of the blob', { size }, { 'Content-Range': `bytes */${size}` });
export const pageSizeInvalid = (n: string): ApiError =>
  refusal(400, 'PAGINATION_NUMBER_INVALID', 'invalid number of results requested', { n });

const CODES: Readonly<Record<number, string>> = {
  400: 'NAME_INVALID',
  404: 'NAME_UNKNOWN',
  405: 'UNSUPPORTED',
  413: 'SIZE_INVALID',
  429: 'TOOMANYREQUESTS',
  500: 'UNKNOWN', // docker retries requests that failed with this code, but gives up at UNSUPPORTED
  503: 'UNAVAILABLE',
};

/** Translates an error of the router or of the service itself to the form that registry clients expect. */
function translate(error: ApiError): ApiError {
  if ('errors' in error.body) {
    return error;
  }
  const { message, error: title } = error.body;
  const text = typeof message === 'string' ? message : typeof title === 'string' ? title : String(error.status);
  return refusal(error.status, CODES[error.status] ?? 'UNSUPPORTED', text, undefined, error.headers);
}

/** Below `/jwt`. */
export const tokenErrorFormat: ErrorFormat = { headers: {}, translate };
/** Below `/v2`: every response contains the protocol version (contract: registry §6). */
export const distributionErrorFormat: ErrorFormat = {
  headers: { 'Docker-Distribution-Api-Version': 'registry/2.0' },
  translate,
};
