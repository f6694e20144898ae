/**
 * Texts by name, as a JSON text, for a hash of many keys is slow to hand over; null for what is no hash. Whatever else a
 * client puts there is in its own bytes, but told nobody.
 */
export function annotationsTextOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return null;
  }
  return JSON.stringify(Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string')));
}
