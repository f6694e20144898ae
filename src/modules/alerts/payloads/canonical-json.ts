import { isJsonObject } from '../../../common/params/json-object.js';
import type { JsonObject } from '../../../common/params/json-object.js';

/** Units whose UTF-16 order differs from the order of code points. */
const HIGH_UNITS = /[\ud800-\uffff]/g;
const HAS_SURROGATES = /[\ud800-\udfff]/;
const LAST_SURROGATE = 0xdfff;

/**
 * Returns JSON with keys sorted by code point, without white space, and numbers in their shortest form (contract:
 * alerts §1.5). Omits `undefined` members, which parsed JSON never contains.
 */
export function canonicalJson(value: unknown): string {
  const pieces: string[] = [];
  write(value, pieces);
  return pieces.join('');
}

/**
 * Writes pieces instead of joining the members of each list, which takes longer: payloads may have hundreds of
 * thousands of members.
 */
function write(value: unknown, pieces: string[]): void {
  if (Array.isArray(value)) {
    writeList(value, pieces);
    return;
  }
  if (isJsonObject(value)) {
    writeObject(value, pieces);
    return;
  }
  pieces.push(JSON.stringify(value));
}

function writeList(members: readonly unknown[], pieces: string[]): void {
  let before = '[';
  for (const member of members) {
    if (member !== undefined) {
      pieces.push(before);
      write(member, pieces);
      before = ',';
    }
  }
  pieces.push(before === '[' ? '[]' : ']');
}

function writeObject(object: JsonObject, pieces: string[]): void {
  let before = '{';
  for (const key of byCodePoint(Object.keys(object))) {
    const member = object[key];
    if (member !== undefined) {
      pieces.push(before, JSON.stringify(key), ':');
      write(member, pieces);
      before = ',';
    }
  }
  pieces.push(before === '{' ? '{}' : '}');
}

/** The default order is by UTF-16 units, in which surrogates sort before U+E000. */
function byCodePoint(keys: string[]): readonly string[] {
  if (keys.length < 2 || !keys.some((key) => HAS_SURROGATES.test(key))) {
    return keys.sort();
  }
  return keys
    .map((key) => ({ key, order: key.replace(HIGH_UNITS, inCodePointOrder) }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ key }) => key);
}

function inCodePointOrder(unit: string): string {
  const code = unit.charCodeAt(0);
  return String.fromCharCode(code <= LAST_SURROGATE ? code + 0x2000 : code - 0x800);
}
