import { byLowerName } from '../protocol/by-lower-name.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { invalidValue } from '../protocol/scim-errors.js';
import { plainPath } from '../protocol/plain-path.js';
import { parseFilter } from '../filters/parse-filter.js';
import type { ScimFilter } from '../filters/scim-filter.js';

const MAX_COUNT = 100;
const INTEGER = /^[+-]?\d+$/;

export interface ScimListRequest {
  readonly filter: ScimFilter | null;
  /** Counted from 1. */
  readonly startIndex: number;
  readonly count: number;
  /** In lower case. */
  readonly sortBy: string | null;
  readonly isDescending: boolean;
}

/**
 * Parses the parameters of a list, from a query or a search request. Throws 400 invalidFilter, invalidValue (contract:
 * scim-graphql §A4).
 */
export function readListRequest(params: JsonObject): ScimListRequest {
  const given = byLowerName(params);
  const filter = textOf(given.get('filter'), 'filter');
  const sortBy = textOf(given.get('sortby'), 'sortBy');
  return {
    filter: filter === null ? null : parseFilter(filter),
    startIndex: Math.max(integerOf(given.get('startindex'), 'startIndex', 1), 1),
    count: Math.min(Math.max(integerOf(given.get('count'), 'count', MAX_COUNT), 0), MAX_COUNT),
    sortBy: sortBy === null ? null : plainPath(sortBy),
    isDescending: textOf(given.get('sortorder'), 'sortOrder')?.toLowerCase() === 'descending',
  };
}

function textOf(value: unknown, name: string): string | null {
  if (value === undefined || value === null || value === '') {
    return null;
  }
  if (typeof value !== 'string') {
    throw invalidValue(`${name} must be a text.`);
  }
  return value;
}

function integerOf(value: unknown, name: string, fallback: number): number {
  if (value === undefined || value === null) {
    return fallback;
  }
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !INTEGER.test(text)) {
    throw invalidValue(`${name} must be an integer.`);
  }
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}
