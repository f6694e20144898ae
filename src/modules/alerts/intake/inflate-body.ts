import { promisify } from 'node:util';
import { gunzip, inflate, inflateRaw } from 'node:zlib';
import { badRequest } from '../../../common/errors/catalogue.js';
import { MAX_ALERT_BYTES } from '../payloads/payload-limits.js';
import { payloadTooLarge } from '../payloads/parse-payload.js';

type Inflate = (bytes: Buffer) => Promise<Buffer>;

/** Inflating stops at the limit (contract: alerts §1.3, §6). */
const LIMIT = { maxOutputLength: MAX_ALERT_BYTES };
const gunzipped: Inflate = (bytes) => promisify<Buffer, typeof LIMIT, Buffer>(gunzip)(bytes, LIMIT);
const withHeader: Inflate = (bytes) => promisify<Buffer, typeof LIMIT, Buffer>(inflate)(bytes, LIMIT);
const withoutHeader: Inflate = (bytes) => promisify<Buffer, typeof LIMIT, Buffer>(inflateRaw)(bytes, LIMIT);

/** Some clients send deflate without the zlib header that the coding requires. */
const inflated: Inflate = (bytes) =>
  withHeader(bytes).catch((error: unknown) =>
    isTooLarge(error) ? Promise.reject(payloadTooLarge()) : withoutHeader(bytes),
  );

const ENCODINGS: ReadonlyMap<string, Inflate> = new Map([
  ['', (bytes: Buffer) => Promise.resolve(bytes)],
  ['identity', (bytes: Buffer) => Promise.resolve(bytes)],
  ['gzip', gunzipped],
  ['x-gzip', gunzipped],
  ['deflate', inflated],
]);

/** Returns the decoded bytes of a body. Throws 400 if there are too many, or if they cannot be inflated. */
export async function inflateBody(bytes: Buffer, encoding = ''): Promise<Buffer> {
  const decode = ENCODINGS.get(encoding.trim().toLowerCase());
  if (!decode) {
    throw unreadable();
  }
  return decode(bytes).catch((error: unknown) => {
    throw isTooLarge(error) ? payloadTooLarge() : unreadable();
  });
}

const unreadable = () => badRequest('The payload must be a JSON object');
const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
