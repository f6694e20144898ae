import { createHash } from 'node:crypto';
import { LruMap } from '../../../common/cache/lru-map.js';
import type { Page } from '../../../common/pagination/page.js';

/** A row of a list: how many rows preceded it when it was read, and the values by which the list is sorted. */
export interface RowPosition {
  readonly rowsBefore: number;
  readonly value: string | number | null;
  readonly id: number;
}

type RowKey = Omit<RowPosition, 'rowsBefore'>;

const MOST_LISTS = 500;
const MOST_OF_EACH = 16;
const ROWS_BETWEEN = 100;
/**
 * Reading more rows than this costs more than a row close to the page saves, in case that row turns out to be after the
 * page.
 */
const MOST_BETWEEN = 1000;

/**
 * Remembers the positions of pages in long lists, so that the next page can start there unless rows before it were
 * added or removed.
 */
export class RowPositions {
  private readonly lists = new LruMap<string, readonly RowPosition[]>(MOST_LISTS);

  /**
   * Returns the page that `find` returns when given the nearest known row of the list at or before it, if there is one.
   * `list` identifies the rows of the list and their order.
   */
  async pageOf<R>(
    list: unknown,
    offset: number,
    find: (position: RowPosition | undefined) => Promise<Page<R>>,
    keyOf: (row: R) => RowKey,
  ): Promise<Page<R>> {
    const name = createHash('sha256').update(JSON.stringify(list)).digest('base64');
    const page = await find(this.nearest(name, offset));
    const positions = [...page.items.entries()].map(([index, row]) => ({ ...keyOf(row), rowsBefore: offset + index }));
    this.note(name, [...positions.slice(0, 1), ...positions.slice(-1)]);
    return page;
  }

  /** Prefers a row some distance before the page, but not too far, because rows may have been added before it since. */
  private nearest(name: string, row: number): RowPosition | undefined {
    const known = (this.lists.get(name) ?? []).toSorted((one, other) => other.rowsBefore - one.rowsBefore);
    const before = known.filter(({ rowsBefore }) => rowsBefore <= row);
    const isApart = ({ rowsBefore }: RowPosition) =>
      rowsBefore <= row - ROWS_BETWEEN && rowsBefore >= row - MOST_BETWEEN;
    return before.find(isApart) ?? before.at(0);
  }

  /** Keeps only the latest positions. */
  private note(name: string, positions: readonly RowPosition[]): void {
    const isNoted = (kept: RowPosition) => positions.some(({ rowsBefore }) => rowsBefore === kept.rowsBefore);
    const others = (this.lists.get(name) ?? []).filter((kept) => !isNoted(kept));
    this.lists.set(name, [...others, ...positions].slice(-MOST_OF_EACH));
  }
}
