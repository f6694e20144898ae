/** `!reference [a, b]`: the value at that path of the whole file (contract: triggers §5). */
export class Reference {
  constructor(readonly path: readonly string[]) {}

  toString(): string {
    return `!reference ${JSON.stringify(this.path)}`;
  }
}

export type Scalar = string | number | boolean | null;
/** A value in a definition file. Maps instead of objects: keys keep their order and none is special. */
export type Value = Scalar | Reference | readonly Value[] | ValueMap;
export type ValueMap = ReadonlyMap<string, Value>;

export const isMap = (value: Value | undefined): value is ValueMap => value instanceof Map;
export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);
export const isText = (value: Value | undefined): value is string => typeof value === 'string';
export const isScalar = (value: Value | undefined): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Flattens nested lists: `!reference` puts lists into lists. */
export const flat = (value: Value): readonly Value[] => (isList(value) ? value.flatMap(flat) : [value]);

/** Converts to plain JSON, for columns and runners. */
export function toJson(value: Value): unknown {
  if (isList(value)) {
    return value.map(toJson);
  }
  return isMap(value) ? Object.fromEntries([...value].map(([key, held]) => [key, toJson(held)])) : value;
}
