import { isJsonObject } from '../../../common/params/json-object.js';
import { mapValues, reference } from './document-parts.js';
import type { JsonObject } from '../../../common/params/json-object.js';

/** Schemas in the form of the document: named ones are written once, among the components, and referenced. */
export class SchemaComponents {
  private readonly named = new Map<string, JsonObject>();
  /** Converted schemas by source; most are used repeatedly. */
  private readonly references = new Map<JsonObject, JsonObject>();

  /** Returns the schema, or a reference to it if it has a name. */
  use(schema: unknown): unknown {
    if (Array.isArray(schema)) {
      return schema.map((part) => this.use(part));
    }
    if (!isJsonObject(schema)) {
      return schema;
    }
    const { $id: name, ...rest } = schema;
    if (typeof name !== 'string') {
      return this.written(schema);
    }
    const known = this.references.get(schema) ?? this.add(name, rest);
    this.references.set(schema, known);
    return known;
  }

  /** Adds a schema to the components; throws when its name is used by a different one. */
  add(name: string, schema: JsonObject): JsonObject {
    const written = this.written(schema);
    const known = this.named.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(written)) {
      throw new Error(`Two schemas are called ${name}.`);
    }
    this.named.set(name, written);
    return reference('schemas', name);
  }

  all(): JsonObject {
    return Object.fromEntries([...this.named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private written(schema: JsonObject): JsonObject {
    return plain(mapValues(schema, (part) => this.use(part)));
  }
}

/** Converts to the forms that client generators support best. */
function plain(schema: JsonObject): JsonObject {
  return withList(withMap(schema));
}

/** A record with any keys: `additionalProperties` instead of a pattern that matches all. */
function withMap(schema: JsonObject): JsonObject {
  const { patternProperties, ...rest } = schema;
  const [values] = isJsonObject(patternProperties) ? Object.values(patternProperties) : [];
  return values === undefined ? schema : { ...rest, additionalProperties: values };
}

/** A union of words becomes an `enum`, and a type or null becomes two types. */
function withList(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) {
    return schema;
  }
  const choices: readonly unknown[] = anyOf;
  const words = choices.flatMap((choice) => (isWord(choice) ? [choice.const] : []));
  if (words.length === choices.length) {
    return { ...rest, type: 'string', enum: words };
  }
  const [first, second] = choices;
  return choices.length === 2 && isSimple(first) && isNull(second)
    ? { ...rest, ...first, type: [first.type, 'null'] }
    : schema;
}

const isWord = (schema: unknown): schema is { readonly const: string } =>
  isJsonObject(schema) && typeof schema.const === 'string';
const isNull = (schema: unknown): boolean => isJsonObject(schema) && schema.type === 'null';
const isSimple = (schema: unknown): schema is JsonObject =>
  isJsonObject(schema) && typeof schema.type === 'string' && !('const' in schema) && !('enum' in schema);
