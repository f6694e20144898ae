import { isJsonObject } from '../../../common/params/json-object.js';
import { mapValues, reference } from './document-parts.js';
import type { JsonObject } from '../../../common/params/json-object.js';

/**
 * Schemas as the document writes them: those with a name of their own stand once among the components, and are
 * referred to.
 */
export class SchemaComponents {
  private readonly named = new Map<string, JsonObject>();
  /** Schemas that were met before, which is most of them. */
  private readonly references = new Map<JsonObject, JsonObject>();

  /** The schema, or a reference to it where it has a name. */
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

  /** Puts a schema among the components; throws when the name stands for another one. */
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

/** The spellings that generators of clients understand best. */
function plain(schema: JsonObject): JsonObject {
  return withList(withMap(schema));
}

/** A record with any keys: `additionalProperties` instead of a pattern that matches all. */
function withMap(schema: JsonObject): JsonObject {
  const { patternProperties, ...rest } = schema;
  const [values] = isJsonObject(patternProperties) ? Object.values(patternProperties) : [];
  return values === undefined ? schema : { ...rest, additionalProperties: values };
}

/** A choice of words is an `enum`, and one of a type or null has two types. */
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
