import { ApiError } from './api-error.js';

/** Messages shared by several modules (contract: conventions §3, §5). */
export const IS_INVALID = 'is invalid';
export const NOT_A_VALUE = 'does not have a valid value';
export const IS_BLANK = "can't be blank";
export const IS_TAKEN = 'has already been taken';
export const tooLong = (maximum: number): string => `is too long (maximum is ${maximum} characters)`;

const REALM = 'Bearer realm="Slipway"';

export const message = (status: number, text: string, headers?: Record<string, string>): ApiError =>
  new ApiError(status, { message: text }, headers);

export const badRequest = (reason: string): ApiError => message(400, `400 Bad request - ${reason}`);
/**
 * The first missing attribute, or several alternatives of which one is required (contract: conventions §5, core §2).
 */
export const notGiven = (attribute: string): ApiError => message(400, `400 (Bad request) "${attribute}" not given`);
export const invalid = (fields: Readonly<Record<string, readonly string[]>>): ApiError =>
  new ApiError(400, { message: fields });
export const invalidField = (field: string, text: string): ApiError => invalid({ [field]: [text] });

export const unauthorized = (): ApiError => message(401, '401 Unauthorized', { 'WWW-Authenticate': REALM });
export const refusedToken = (description: string): ApiError =>
  new ApiError(
    401,
    { message: '401 Unauthorized', error: 'invalid_token', error_description: description },
    { 'WWW-Authenticate': `${REALM}, error="invalid_token", error_description="${description}"` },
  );

export const forbidden = (reason?: string): ApiError =>
  message(403, reason ? `403 Forbidden - ${reason}` : '403 Forbidden');
export const insufficientScope = (scopes: readonly string[]): ApiError =>
  new ApiError(
    403,
    {
      error: 'insufficient_scope',
      error_description: "The token's scopes do not cover this request.",
      scope: scopes.join(' '),
    },
    { 'WWW-Authenticate': `${REALM}, error="insufficient_scope", scope="${scopes.join(' ')}"` },
  );

/** A record that is missing or hidden; both have identical answers (contract: conventions §1). */
export const notFound = (what: string): ApiError => message(404, `404 ${what} Not Found`);
export const unknownRoute = (): ApiError => new ApiError(404, { error: '404 Not Found' });
export const methodNotAllowed = (allowed?: readonly string[]): ApiError =>
  new ApiError(405, { error: '405 Not Allowed' }, allowed ? { Allow: allowed.join(', ') } : {});
export const keysetNotOffered = (): ApiError =>
  new ApiError(405, { error: 'Keyset pagination is not yet available for this type of request' });
/** Contract: conventions §9. */
export const offsetTooDeep = (maxOffset: number, type: string): ApiError =>
  new ApiError(405, {
    error: `Offset pagination has a maximum allowed offset of ${maxOffset} for requests that return objects of type ${type}. Remaining records can be retrieved using keyset pagination.`,
  });
export const retiredVersion = (): ApiError =>
  new ApiError(410, { error: 'API V3 is no longer supported. Use API V4 instead.' });
export const conflict = (reason: string, headers?: Record<string, string>): ApiError =>
  message(409, `409 Conflict - ${reason}`, headers);
/** The body came too slowly; its connection is closed. */
export const requestTimeout = (): ApiError => message(408, '408 Request Timeout', { Connection: 'close' });
export const preconditionFailed = (): ApiError => message(412, '412 Precondition Failed');
export const payloadTooLarge = (): ApiError => message(413, '413 Payload Too Large');
export const uriTooLong = (): ApiError => message(414, '414 URI Too Long');
export const unsupportedType = (type: string): ApiError =>
  new ApiError(415, { error: `The provided content-type '${type}' is not supported.` });
/** A compressed body; names the supported coding (RFC 9110 §15.5.16). */
export const unsupportedCoding = (coding: string): ApiError =>
  new ApiError(
    415,
    { error: `The provided content-encoding '${coding}' is not supported.` },
    { 'Accept-Encoding': 'identity' },
  );
/** A range that lies outside of a content of this size. */
export const rangeNotSatisfiable = (size: number): ApiError =>
  message(416, '416 Range Not Satisfiable', { 'Content-Range': `bytes */${size}` });
export const unprocessable = (reason: string): ApiError => message(422, `422 Unprocessable Entity - ${reason}`);
export const serverError = (): ApiError => message(500, '500 Internal Server Error');
export const unavailable = (reason?: string): ApiError =>
  message(503, `503 Service Unavailable${reason === undefined ? '' : ` - ${reason}`}`, { 'Retry-After': '5' });
