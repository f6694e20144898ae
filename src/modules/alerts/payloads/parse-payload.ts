import { badRequest } from '../../../common/errors/catalogue.js';
import { storable } from '../../../common/text/storable.js';
import { MAX_ALERT_BYTES } from './payload-limits.js';
import { depthOf } from './json-depth.js';
import { isJsonObject } from '../../../common/params/json-object.js';
import type { JsonObject } from '../../../common/params/json-object.js';

/** Contract: alerts §1.3 row 4. */
const MAX_DEPTH = 100;
/** Matches character escapes, and numbers that may exceed a double: in other texts, nothing has to be replaced. */
const MAY_NEED_CLEANING = /\\u|\d[eE]\+?\d{3}|(?<!\d)\d{200}/;

export const payloadTooLarge = () => badRequest('The payload is too large');
const noObject = () => badRequest('The payload must be a JSON object');

/**
 * Returns the object in a body, with characters and numbers replaced that cannot be stored. Throws 400. Checks the
 * depth before any recursion (contract: alerts §1.3, §6).
 */
export function parsePayload(bytes: Uint8Array): JsonObject {
  if (bytes.length > MAX_ALERT_BYTES || depthOf(bytes) > MAX_DEPTH) {
    throw payloadTooLarge();
  }
  const text = new TextDecoder().decode(bytes); // drops a byte order mark; invalid UTF-8 becomes U+FFFD
  const value = MAY_NEED_CLEANING.test(text) ? cleaned(jsonIn(text)) : jsonIn(text);
  if (!isJsonObject(value)) {
    throw noObject();
  }
  return value;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw noObject();
  }
}

/** The recursion is at most {@link MAX_DEPTH} deep. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') {
    return storable(value);
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : null;
  }
  if (Array.isArray(value)) {
    return value.map(cleaned);
  }
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [storable(key), cleaned(member)]))
    : value;
}
