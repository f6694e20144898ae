import { IS_INVALID } from '../../../common/errors/catalogue.js';

const PREFIX = 'whsec_';
const LEAST_BYTES = 24;
const MOST_BYTES = 64;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Returns the error of a signing secret; undefined for a valid one (contract: integrations §8.4). */
export function signingSecretForm(text: string): string | undefined {
  const encoded = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '';
  const { length } = BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.alloc(0);
  return length >= LEAST_BYTES && length <= MOST_BYTES ? undefined : IS_INVALID;
}
