import { keysetNotOffered } from '../errors/catalogue.js';
import { COUNT_LIMIT, Page } from './page.js';
import type { PageRequest } from './page-request.js';

/**
 * Returns a page of a list that is completely in memory; such rows have no ids for keyset pagination (contract:
 * conventions §9, §10).
 */
export function pageOf<T>(items: readonly T[], request: PageRequest): Page<T> {
  if (request.kind === 'keyset') {
    throw keysetNotOffered();
  }
  const { page, perPage } = request;
  const start = (page - 1) * perPage;
  const hasNext = items.length > start + perPage;
  const shown = items.slice(start, start + perPage);
  const total = items.length > COUNT_LIMIT ? null : items.length;
  return new Page(shown, { kind: 'offset', request, total, hasNext, isEmpty: shown.length === 0 });
}
