import type { KeysetRequest, OffsetRequest } from './page-request.js';

/** Rows are counted up to here; above, totals are left out (contract: conventions §9). */
export const COUNT_LIMIT = 10_000;
/** Of so many rows, enough are left a short while later for the total to be left out still. */
export const SURELY_MORE = 15_000;

interface OffsetPosition {
  readonly kind: 'offset';
  readonly request: OffsetRequest;
  /** Null when there are more rows than are counted. */
  readonly total: number | null;
  readonly hasNext: boolean;
  /** Tells that a page lies beyond the end where the total does not. */
  readonly isEmpty: boolean;
}

interface KeysetPosition {
  readonly kind: 'keyset';
  readonly request: KeysetRequest;
  /** What the next link adds; absent after the last row. */
  readonly next: Readonly<Record<string, string>> | undefined;
}

export type PagePosition = OffsetPosition | KeysetPosition;

/** Some rows of a list and where they lie in it; the answer's headers are made from it. */
export class Page<T> {
  constructor(
    readonly items: readonly T[],
    readonly position: PagePosition,
  ) {}

  map<U>(present: (item: T) => U): Page<U> {
    return new Page(this.items.map(present), this.position);
  }
}
