import { S3ServiceException } from '@aws-sdk/client-s3';
import { BlobStoreFault } from '../blob-errors.js';

const TOO_MANY_REQUESTS = 429;
const NOT_IMPLEMENTED = 501;
/** The whole bucket is missing: an outage, which says nothing about the requested object. */
const NO_BUCKET = 'NoSuchBucket';
/** The bucket is elsewhere, or these credentials have no access to it: also nothing about the requested object. */
const REFUSES_ALL: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 401, 403]);
const REFUSES_ALL_CODES: ReadonlySet<string> = new Set([
  'AuthorizationHeaderMalformed',
  'ExpiredToken',
  'InvalidToken',
  NO_BUCKET,
]);
const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The server does not speak TLS, or its certificate is not trusted.
  'EPROTO',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);
/** The SDK's code for an error whose answer contains none. */
const NO_CODE = 'Unknown';

/** The object storage refused a request. Contains its code, never its address or a key. */
export class S3Error extends BlobStoreFault {
  override readonly name = 'S3Error';

  constructor(
    operation: string,
    readonly status: number,
    readonly code: string,
  ) {
    const message = ['object storage answered', status, code, 'to', operation].filter((word) => word !== '').join(' ');
    super(message, { isAway: isOutage(status) || REFUSES_ALL.has(status) || REFUSES_ALL_CODES.has(code) });
  }
}

/** No valid credentials for the object storage. Names the source that refused them, never its answer. */
export class S3CredentialsError extends BlobStoreFault {
  override readonly name = 'S3CredentialsError';

  constructor(reason: string) {
    super(`no credentials for object storage were found: ${reason}`, { isAway: true });
  }
}

/**
 * Returns the error of an operation in a form that may be logged: the SDK's own errors contain the answer of the
 * storage, which repeats keys and signed data.
 */
export function s3ErrorFrom(error: unknown, operation: string): unknown {
  const status = statusOf(error);
  if (status !== undefined) {
    return new S3Error(operation, status, codeOf(error));
  }
  const reason = connectionReasonOf(error);
  return reason === null
    ? error
    : new BlobStoreFault(`object storage did not answer to ${operation}: ${reason}`, { isAway: true });
}

/** Null when it is not a failure of the connection. */
function connectionReasonOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) {
    return null;
  }
  if ('code' in error && NOT_CONNECTED.has(error.code)) {
    return String(error.code);
  }
  return 'name' in error && error.name === 'TimeoutError' ? 'timeout' : null;
}

/** Whether the same request may succeed a moment later: always, unless the storage refused it. */
export function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  return (
    status === undefined ||
    isOutage(status) ||
    codeOf(error) === 'RequestTimeout' ||
    metadataOf(error)?.clockSkewCorrected === true
  );
}

function isOutage(status: number): boolean {
  return (
    status < 300 || // the answer was cut off or cannot be parsed
    status === TOO_MANY_REQUESTS ||
    (status >= 500 && status !== NOT_IMPLEMENTED)
  );
}

/** Whether the storage answered with one of these statuses. */
export function hasStatus(error: unknown, ...statuses: readonly number[]): boolean {
  return error instanceof S3Error && statuses.includes(error.status);
}

/** Whether the bucket has no object of this name; a missing bucket says nothing about its objects. */
export function isAbsent(error: unknown): boolean {
  return error instanceof S3Error && error.status === 404 && error.code !== NO_BUCKET;
}

/** Returns a field that every answer of this kind must have. */
export function promised<T>(value: T | undefined): T {
  if (value === undefined || value === '') {
    throw new S3Error('a request', 200, 'without what it promised');
  }
  return value;
}

function codeOf(error: unknown): string {
  return error instanceof S3ServiceException && error.name !== NO_CODE ? error.name : '';
}

/** Returns the HTTP status behind the SDK's error; undefined when there was no answer. */
function statusOf(error: unknown): number | undefined {
  return metadataOf(error)?.httpStatusCode;
}

function metadataOf(error: unknown): ErrorMetadata | undefined {
  return hasMetadata(error) ? error.$metadata : undefined;
}

interface ErrorMetadata {
  readonly httpStatusCode?: number;
  readonly clockSkewCorrected?: boolean;
}

function hasMetadata(error: unknown): error is { readonly $metadata: ErrorMetadata } {
  return typeof error === 'object' && error !== null && '$metadata' in error && typeof error.$metadata === 'object';
}
