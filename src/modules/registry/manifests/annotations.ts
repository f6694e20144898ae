export type Annotations = Readonly<Record<string, string>>;

/** Texts by name; null for what is no hash. Whatever else a client puts there is in its own bytes, but told nobody. */
export function annotationsOf(value: unknown): Annotations | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return null;
  }
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
