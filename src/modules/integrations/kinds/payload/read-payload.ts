import type { Json } from '../step.js';

/**
 * Maximum number of characters that are read of one text of a payload, so that further processing stays linear and
 * short.
 */
const MOST_CHARACTERS = 65_536;

type JsonObject = Readonly<Record<string, Json>>;

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !isList(value);

/** The member at a path of names; null if there is none. */
export function memberAt(value: Json, ...path: readonly string[]): Json {
  let found = value;
  for (const name of path) {
    found = isObject(found) && Object.hasOwn(found, name) ? (found[name] ?? null) : null;
  }
  return found;
}

/** The text or number at a path as text; empty if there is neither. */
export function textAt(value: Json, ...path: readonly string[]): string {
  const found = memberAt(value, ...path);
  if (typeof found === 'number') {
    return String(found);
  }
  return typeof found === 'string' ? found.slice(0, MOST_CHARACTERS) : '';
}

/** The finite number at a path; null if there is none. */
export function numberAt(value: Json, ...path: readonly string[]): number | null {
  const found = memberAt(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** The list at a path; empty if there is none. */
export function listAt(value: Json, ...path: readonly string[]): readonly Json[] {
  const found = memberAt(value, ...path);
  return isList(found) ? found : [];
}

export const isTrueAt = (value: Json, ...path: readonly string[]): boolean => memberAt(value, ...path) === true;
