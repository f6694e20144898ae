export type JsonObject = Readonly<Record<string, unknown>>;

/** The value if it is a JSON object, else null. */
export const asObject = (value: unknown): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
