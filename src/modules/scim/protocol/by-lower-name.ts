import type { JsonObject } from '../../../common/params/json-object.js';

/** The members of an object by lower-case name: attribute names ignore case (contract: scim-graphql §A2). */
export const byLowerName = (object: JsonObject): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]));
