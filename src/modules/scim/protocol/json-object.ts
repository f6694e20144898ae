export type JsonObject = Readonly<Record<string, unknown>>;

/** The value if it is a JSON object, else null. */
export const asObject = (value: unknown): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;

/** The members of an object; names of attributes are read without regard to case (contract: scim-graphql §A2). */
export const byLowerName = (object: JsonObject): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]));
