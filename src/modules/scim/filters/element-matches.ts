import type { JsonObject } from '../../../common/params/json-object.js';
import { invalidFilter } from './invalid-filter.js';
import type { Comparison, ScimFilter } from './scim-filter.js';

const PARTS = new Set(['value', 'type', 'primary']);

/** Whether an e-mail address matches the filter of a path. Throws 400 invalidFilter. */
export function elementMatches(filter: ScimFilter, email: JsonObject): boolean {
  switch (filter.kind) {
    case 'and':
      return elementMatches(filter.left, email) && elementMatches(filter.right, email);
    case 'or':
      return elementMatches(filter.left, email) || elementMatches(filter.right, email);
    case 'not':
      return !elementMatches(filter.filter, email);
    case 'element':
      throw invalidFilter('An address holds no lists.');
    case 'presence':
      return partOf(email, filter.path) !== '';
    case 'comparison':
      return compares(filter, partOf(email, filter.path));
  }
}

/** In lower case; empty when it is absent. */
function partOf(email: JsonObject, path: string): string {
  if (!PARTS.has(path)) {
    throw invalidFilter('The filter names an unknown attribute.');
  }
  const part = email[path];
  return typeof part === 'string' || typeof part === 'boolean' ? String(part).toLowerCase() : '';
}

function compares({ operator, value }: Comparison, part: string): boolean {
  const wanted = String(value ?? '').toLowerCase();
  switch (operator) {
    case 'eq':
      return part === wanted;
    case 'ne':
      return part !== wanted;
    case 'co':
      return part.includes(wanted);
    case 'sw':
      return part.startsWith(wanted);
    case 'ew':
      return part.endsWith(wanted);
    case 'gt':
      return part > wanted;
    case 'ge':
      return part >= wanted;
    case 'lt':
      return part < wanted;
    case 'le':
      return part <= wanted;
  }
}
