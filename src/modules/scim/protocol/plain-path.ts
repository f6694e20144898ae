const CORE_PREFIX = 'urn:ietf:params:scim:schemas:core:2.0:user:';

/** A path in lower case, with or without the URN of the core schema (contract: scim-graphql §A2). */
export function plainPath(path: string): string {
  const lower = path.toLowerCase();
  return lower.startsWith(CORE_PREFIX) ? lower.slice(CORE_PREFIX.length) : lower;
}
