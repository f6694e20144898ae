import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';
import { isJsonObject } from '../../../common/params/json-object.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { indexOf } from './payload-mapping.js';
import type { PayloadMapping, PayloadPath } from './payload-mapping.js';
import { flattened, isBlank } from './payload-text.js';

export type FingerprintSource = 'given' | 'computed' | 'alertmanager';

export interface Fingerprint {
  /** 40 hex digits. */
  readonly value: string;
  readonly source: FingerprintSource;
}

/** Fields that may differ between payloads of the same alert (contract: alerts §1.5). */
const VARYING = ['start_time', 'hosts', 'end_time'] as const;

export const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');

/** Hashes the fingerprint given in the payload, or else the payload itself (contract: alerts §1.5). */
export function fingerprintOf(payload: JsonObject, given: unknown, mapping: PayloadMapping): Fingerprint {
  return isBlank(given)
    ? { value: sha1(canonicalJson(withoutVarying(payload, mapping))), source: 'computed' }
    : { value: sha1(givenText(given)), source: 'given' };
}

/** An element of a list is written like a single value. */
const givenText = (given: unknown): string => Array.from(flattened(given), elementText).join('\n');

const elementText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : canonicalJson(value);

function withoutVarying(payload: JsonObject, mapping: PayloadMapping): unknown {
  const paths: PayloadPath[] = VARYING.flatMap((field) => {
    const { path, fallback } = mapping[field] ?? {};
    return [[field], ...(path ? [path] : []), ...(fallback ? [fallback.path] : [])];
  });
  return [...paths, ['fingerprint']].reduce<unknown>(without, payload);
}

/** Returns a copy with `undefined` at that path, so that indices in other paths stay valid. */
function without(value: unknown, [step, ...rest]: PayloadPath): unknown {
  if (step === undefined) {
    return undefined;
  }
  if (Array.isArray(value)) {
    const at = indexOf(step);
    return value.map((member: unknown, index) => (index === at ? without(member, rest) : member));
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, String(step))) {
    return value;
  }
  const rested = { value: without(value[String(step)], rest), enumerable: true };
  return Object.defineProperty({ ...value }, String(step), rested); // `__proto__` is treated like any other key
}
