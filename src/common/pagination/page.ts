import type { KeysetRequest, OffsetRequest } from './page-request.js';

/** Rows are counted up to this number; beyond it, totals are left out (contract: conventions §9). */
export const COUNT_LIMIT = 10_000;
/** From this number of rows on, the total is assumed to be above {@link COUNT_LIMIT} a short while later, too. */
export const SURELY_MORE = 15_000;

interface OffsetPosition {
  readonly kind: 'offset';
  readonly request: OffsetRequest;
  /** Null when there are more rows than are counted. */
  readonly total: number | null;
  readonly hasNext: boolean;
  /** Whether the page lies beyond the end, when the total does not show this. */
  readonly isEmpty: boolean;
}

interface KeysetPosition {
  readonly kind: 'keyset';
  readonly request: KeysetRequest;
  /** Parameters of the next link; undefined after the last row. */
  readonly next: Readonly<Record<string, string>> | undefined;
}

export type PagePosition = OffsetPosition | KeysetPosition;

/** Some rows of a list and their position in it, from which the headers are built. */
export class Page<T> {
  constructor(
    readonly items: readonly T[],
    readonly position: PagePosition,
  ) {}

  map<U>(present: (item: T) => U): Page<U> {
    return new Page(this.items.map(present), this.position);
  }
}
