import type { JsonObject } from '../../../common/params/json-object.js';

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Maps the values of an object. */
export const mapValues = (object: JsonObject, change: (value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

export const reference = (section: string, name: string): JsonObject => ({ $ref: `#/components/${section}/${name}` });
