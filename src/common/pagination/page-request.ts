import { invalid, NOT_A_VALUE, notGiven } from '../errors/catalogue.js';
import { INVALID, toInteger } from '../params/coerce.js';
import type { RawParams } from '../params/form-encoding.js';

export const DEFAULT_PER_PAGE = 20;
export const MAX_PER_PAGE = 100;
export type SortDirection = 'asc' | 'desc';

export interface OffsetRequest {
  readonly kind: 'offset';
  readonly page: number;
  readonly perPage: number;
}

/** A walk by `(column, id)`; which columns a list offers is the list's own matter (contract: conventions §10). */
export interface KeysetRequest {
  readonly kind: 'keyset';
  readonly perPage: number;
  readonly orderBy: string;
  readonly sort: SortDirection;
  readonly cursor: string | undefined;
}

export type PageRequest = OffsetRequest | KeysetRequest;

/**
 * Reads `page`, `per_page`, `pagination`, `order_by`, `sort`, `cursor` by hand: lists are the hottest path.
 * Throws 400 for a missing or invalid one (contract: conventions §9, §10).
 */
export function readPageRequest(params: RawParams): PageRequest {
  const perPage = Math.min(positive(params, 'per_page', DEFAULT_PER_PAGE), MAX_PER_PAGE);
  if (params.pagination !== 'keyset') {
    return { kind: 'offset', page: positive(params, 'page', 1), perPage };
  }
  const orderBy = required(params, 'order_by');
  const sort = required(params, 'sort');
  if (sort !== 'asc' && sort !== 'desc') {
    throw invalid({ sort: [NOT_A_VALUE] });
  }
  const cursor = typeof params.cursor === 'string' && params.cursor !== '' ? params.cursor : undefined;
  return { kind: 'keyset', perPage, orderBy, sort, cursor };
}

function positive(params: RawParams, name: string, fallback: number): number {
  const raw = params[name];
  if (raw === undefined || raw === '' || raw === null) {
    return fallback;
  }
  const number = typeof raw === 'string' || typeof raw === 'number' ? toInteger(raw) : INVALID;
  if (!number.ok || number.value < 1) {
    throw invalid({ [name]: [NOT_A_VALUE] });
  }
  return number.value;
}

function required(params: RawParams, name: string): string {
  const value = params[name];
  if (typeof value !== 'string' || value === '') {
    throw notGiven(name);
  }
  return value;
}
