/** A JSON object as it was received: a key such as `constructor` is plain data. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of a JSON object; null for any other value. */
export const toJsonObject = (value: unknown): JsonObject | null => (isJsonObject(value) ? { ...value } : null);
