import type { IncomingMessage } from 'node:http';
import { textIn } from './s3-xml.js';

const TOO_MANY_REQUESTS = 429;
const NOT_IMPLEMENTED = 501;

/** The object storage refused a request. Carries its code, never its address or a key. */
export class S3Error extends Error {
  override readonly name = 'S3Error';

  constructor(
    method: string,
    readonly status: number,
    readonly code: string,
  ) {
    super(['object storage answered', status, code, 'to', method].filter((word) => word !== '').join(' '));
  }

  /** Whether the same request may well succeed a moment later. */
  get isPassing(): boolean {
    return (
      this.code === 'RequestTimeout' ||
      this.status === TOO_MANY_REQUESTS ||
      (this.status >= 500 && this.status !== NOT_IMPLEMENTED)
    );
  }
}

export function s3ErrorFrom(method: string, response: IncomingMessage, body: string): S3Error {
  return new S3Error(method, response.statusCode ?? 0, textIn(body, 'Code') ?? '');
}

export function hasStatus(error: unknown, ...statuses: readonly number[]): boolean {
  return error instanceof S3Error && statuses.includes(error.status);
}
