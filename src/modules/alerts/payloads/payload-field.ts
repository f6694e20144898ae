import type { FieldSource } from './alert-reading.js';
import { isJsonObject } from '../../../common/params/json-object.js';
import { memberOf } from './member-of.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { indexOf } from './payload-mapping.js';
import type { MappedField, PayloadMapping, PayloadPath } from './payload-mapping.js';

export interface FoundValue {
  readonly value: unknown;
  readonly source: FieldSource;
}

/**
 * Looks for a field where the integration's mapping says, then under its own name (contract: alerts §1.4, Custom
 * mapping).
 */
export function findField(
  payload: JsonObject,
  field: MappedField,
  { mapping, isUsable }: { readonly mapping: PayloadMapping; readonly isUsable: (value: unknown) => boolean },
): FoundValue {
  const { path, fallback } = mapping[field] ?? {};
  const places: FoundValue[] = [
    ...(path ? [{ value: valueAt(payload, path), source: 'mapping' } as const] : []),
    ...(fallback ? [{ value: valueAt(payload, fallback.path), source: 'fallback' } as const] : []),
    { value: memberOf(payload, field), source: 'field' },
  ];
  return places.find(({ value }) => isUsable(value)) ?? { value: undefined, source: 'default' };
}

function valueAt(payload: JsonObject, path: PayloadPath): unknown {
  let value: unknown = payload;
  for (const step of path) {
    value = memberAt(value, step);
  }
  return value;
}

function memberAt(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) {
    const members: unknown[] = value;
    const index = indexOf(step);
    return index === undefined ? undefined : members[index];
  }
  return isJsonObject(value) ? memberOf(value, String(step)) : undefined;
}
