import { toJsonObject } from '../../../common/params/json-object.js';
import { byLowerName } from './by-lower-name.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { plainPath } from './plain-path.js';

/** Requested attributes in lower case; undefined for all except the excluded ones. */
interface Selection {
  readonly wanted: ReadonlySet<string> | undefined;
  readonly excluded: ReadonlySet<string>;
}

const ALWAYS = new Set(['id', 'schemas']);

/** Reduces a resource by the parameters `attributes` and `excludedAttributes` (contract: scim-graphql §A4). */
export function selectedAttributes(resource: object, params: JsonObject): JsonObject {
  const given = byLowerName(params);
  const wanted = namesIn(given.get('attributes'));
  const excluded = namesIn(given.get('excludedattributes'));
  const selection = { wanted: wanted.size === 0 ? undefined : wanted, excluded };
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]: [string, unknown]) => {
      const kept = ALWAYS.has(name) ? value : valueOf(name.toLowerCase(), value, selection);
      return kept === undefined ? [] : [[name, kept] as const];
    }),
  );
}

/** A query has them in one text, a search request in a list. */
function namesIn(value: unknown): ReadonlySet<string> {
  const names: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  const texts = names.filter((name): name is string => typeof name === 'string');
  return new Set(texts.map((name) => plainPath(name.trim())).filter((name) => name !== ''));
}

function valueOf(name: string, value: unknown, { wanted, excluded }: Selection): unknown {
  if (excluded.has(name)) {
    return undefined;
  }
  if (!wanted || wanted.has(name)) {
    return withParts(value, (part) => !excluded.has(`${name}.${part}`));
  }
  const isInside = [...wanted].some((path) => path.startsWith(`${name}.`));
  return isInside ? withParts(value, (part) => wanted.has(`${name}.${part}`)) : undefined;
}

function withParts(value: unknown, isKept: (part: string) => boolean): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => withParts(one, isKept));
  }
  const object = toJsonObject(value);
  return object ? Object.fromEntries(Object.entries(object).filter(([part]) => isKept(part.toLowerCase()))) : value;
}
