import type { JsonObject } from '../../../common/params/json-object.js';

export const text = { type: 'string' };

export const inPath = (name: string, description: string): JsonObject => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: text,
});

export const inQuery = (
  name: string,
  description: string,
  schema: JsonObject = text,
  required = false,
): JsonObject => ({
  name,
  in: 'query',
  required,
  description,
  schema,
});

export const inHeader = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: text,
});
