import type { IncomingHttpHeaders } from 'node:http';
import { invalidField, IS_INVALID } from '../../../common/errors/catalogue.js';

const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * Returns the Idempotency-Key of a write; undefined without one. Throws 400 for a malformed key (contract: conventions
 * §12).
 */
export function sentKeyIn(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key']?.toString();
  if (key !== undefined && !KEY.test(key)) {
    throw invalidField('Idempotency-Key', IS_INVALID);
  }
  return key;
}
