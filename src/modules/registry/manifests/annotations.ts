import { isJsonObject } from '../../../common/params/json-object.js';

/**
 * Returns the text values by name, as a JSON text, because an object with many keys is slow to pass on; null for
 * anything but an object. Other values that a client sends remain only in the manifest's own bytes.
 */
export function annotationsTextOf(value: unknown): string | null {
  if (!isJsonObject(value)) {
    return null;
  }
  return JSON.stringify(Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string')));
}
