import { pageSizeInvalid } from '../registry-errors.js';

/** Lists of `/v2` continue after a name, which need not exist; `n` is null for no limit. */
export interface OciPage {
  readonly n: number | null;
  readonly last: string;
}

export interface OciPageOf {
  readonly items: readonly string[];
  readonly size: number;
  readonly hasNext: boolean;
}

/** Throws PAGINATION_NUMBER_INVALID. */
export function readOciPage(query: URLSearchParams): OciPage {
  const n = query.get('n');
  if (n !== null && !/^\d+$/.test(n)) {
    throw pageSizeInvalid(n);
  }
  return { n: n === null ? null : Math.min(Number(n), Number.MAX_SAFE_INTEGER - 1), last: query.get('last') ?? '' };
}

/** Returns the `Link` header for the next page of a list that was cut off after `size` names. */
export function writeNextLink(path: string, { items, size, hasNext }: OciPageOf): Record<string, string> {
  const last = items.at(-1);
  return hasNext && last !== undefined
    ? { Link: `<${path}?last=${encodeURIComponent(last)}&n=${size}>; rel="next"` }
    : {};
}
