import { IS_INVALID, keysetNotOffered, NOT_A_VALUE } from '../errors/catalogue.js';
import { toInteger } from '../params/coerce.js';
import type { ValidationErrors } from '../params/validation-errors.js';
import type { RawParams } from '../params/form-encoding.js';

export const DEFAULT_PER_PAGE = 20;
export const MAX_PER_PAGE = 100;
export type SortDirection = 'asc' | 'desc';

export interface OffsetRequest {
  readonly kind: 'offset';
  readonly page: number;
  readonly perPage: number;
  /** Highest `page × per_page` when the list also has keyset pagination; 0 or undefined means no limit. */
  readonly maxOffset?: number;
}

/** Keyset pagination by `(column, id)`; each list defines its columns (contract: conventions §10). */
export interface KeysetRequest {
  readonly kind: 'keyset';
  readonly perPage: number;
  readonly orderBy: string;
  readonly sort: SortDirection;
  readonly cursor: string | undefined;
}

/** The parameter with the keyset position; `none` for lists without keyset pagination. */
export type KeysetKind = 'cursor' | 'page_token' | 'none';

export type PageRequest = OffsetRequest | KeysetRequest;

/**
 * Reads `page`, `per_page`, `pagination`, `order_by`, `sort`, `cursor` without the decorators, since lists are the
 * hottest path. Missing and invalid values are added to `errors` (contract: conventions §9, §10).
 */
export function readPageRequest(
  params: RawParams,
  errors: ValidationErrors,
  maxOffset = 0,
  keyset: KeysetKind = 'cursor',
): PageRequest {
  const perPage = Math.min(positive(params, 'per_page', DEFAULT_PER_PAGE, errors), MAX_PER_PAGE);
  if (params.pagination !== 'keyset') {
    return { kind: 'offset', page: positive(params, 'page', 1, errors), perPage, maxOffset };
  }
  if (keyset === 'none') {
    throw keysetNotOffered();
  }
  if (keyset === 'page_token') {
    return { kind: 'keyset', perPage, orderBy: '', sort: 'asc', cursor: position(params, 'page_token', errors) };
  }
  const orderBy = required(params, 'order_by', errors);
  const sort = required(params, 'sort', errors);
  errors.about('sort', sort === 'asc' || sort === 'desc' ? undefined : NOT_A_VALUE);
  const cursor = position(params, 'cursor', errors);
  return { kind: 'keyset', perPage, orderBy, sort: sort === 'desc' ? 'desc' : 'asc', cursor };
}

/**
 * Arrays and hashes are not text (contract: conventions §3.7); if they were ignored, a client would start the list
 * again endlessly.
 */
function position(params: RawParams, name: string, errors: ValidationErrors): string | undefined {
  const raw = params[name] ?? '';
  if (typeof raw === 'string') {
    return raw === '' ? undefined : raw;
  }
  errors.about(name, IS_INVALID);
  return undefined;
}

function positive(params: RawParams, name: string, fallback: number, errors: ValidationErrors): number {
  const raw = params[name];
  if (raw === undefined || raw === '' || raw === null) {
    return fallback;
  }
  const number = toInteger(raw);
  if (number.ok && number.value >= 1) {
    return number.value;
  }
  errors.about(name, number.ok ? NOT_A_VALUE : IS_INVALID);
  return fallback;
}

function required(params: RawParams, name: string, errors: ValidationErrors): string {
  const value = params[name];
  if (typeof value === 'string' && value !== '') {
    return value;
  }
  errors.lacks(name);
  return '';
}
