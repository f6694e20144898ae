import { ApiError } from '../../../common/errors/api-error.js';
import { isJsonObject } from '../../../common/params/json-object.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { parsePayload } from './parse-payload.js';

/** Returns a parameter that is an object or the JSON text of one; undefined for anything else. */
export function objectIn(value: unknown): JsonObject | undefined {
  if (!isJsonObject(value) && typeof value !== 'string') {
    return undefined;
  }
  try {
    return parsePayload(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
  } catch (error) {
    if (error instanceof ApiError) {
      return undefined;
    }
    throw error;
  }
}
