import { createHash } from 'node:crypto';
import { LruMap } from '../../../common/cache/lru-map.js';
import type { Page } from '../../../common/pagination/page.js';

/** A row of a list: how many lay before it when it was read, and what the list is ordered by. */
export interface RowPosition {
  readonly rowsBefore: number;
  readonly value: string | number | null;
  readonly id: number;
}

type RowKey = Omit<RowPosition, 'rowsBefore'>;

const MOST_LISTS = 500;
const MOST_OF_EACH = 16;
const ROWS_BETWEEN = 100;
/** Reading more than these costs more than a row close to the page spares, should that one turn out to lie behind it. */
const MOST_BETWEEN = 1000;

/** Remembers where pages of long lists lay: the next page begins there, unless rows came or went before it. */
export class RowPositions {
  private readonly lists = new LruMap<string, readonly RowPosition[]>(MOST_LISTS);

  /**
   * The page that `find` answers, given the nearest row at or before it that is known of the list, if one is. `list` says
   * which rows are in it, and in what order.
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

  /** One with some rows in between, where there is one not far off: before it some may have come since. */
  private nearest(name: string, row: number): RowPosition | undefined {
    const known = (this.lists.get(name) ?? []).toSorted((one, other) => other.rowsBefore - one.rowsBefore);
    const before = known.filter(({ rowsBefore }) => rowsBefore <= row);
    const isApart = ({ rowsBefore }: RowPosition) =>
      rowsBefore <= row - ROWS_BETWEEN && rowsBefore >= row - MOST_BETWEEN;
    return before.find(isApart) ?? before.at(0);
  }

  /** The latest are kept. */
  private note(name: string, positions: readonly RowPosition[]): void {
    const isNoted = (kept: RowPosition) => positions.some(({ rowsBefore }) => rowsBefore === kept.rowsBefore);
    const others = (this.lists.get(name) ?? []).filter((kept) => !isNoted(kept));
    this.lists.set(name, [...others, ...positions].slice(-MOST_OF_EACH));
  }
}
