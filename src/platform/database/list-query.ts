import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import sql, { empty, raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { invalidField, IS_INVALID, keysetNotOffered, offsetTooDeep } from '../../common/errors/catalogue.js';
import { readCursor, writeCursor } from '../../common/pagination/cursor.js';
import { COUNT_LIMIT, Page, SURELY_MORE } from '../../common/pagination/page.js';
import type { KeysetRequest, OffsetRequest, PageRequest, SortDirection } from '../../common/pagination/page-request.js';
import { whereOf } from './conditions.js';
import { sqlState } from './database-errors.js';
import { Database } from './database.js';
import { LargeSets } from './large-sets.js';
import { ListRanges } from './list-range.js';
import type { ListCondition, ListRange } from './list-range.js';
import { bigint, Query, select, selectList } from './typed-sql.js';
import type { Columns, RowOf, SqlType } from './typed-sql.js';

export interface SortColumn<R> {
  readonly sql: Sql;
  /** Value of the column in a row, for the cursor. */
  readonly of: (row: R) => string | number | null;
  /** PostgreSQL type of the cursor value. */
  readonly type: SqlType;
  readonly isNeverNull?: boolean | undefined;
}

/** A list that can be paged: the columns that it selects, and those that it can be ordered by. */
export interface ListDefinition<R extends QueryResultRow> {
  /** Name in the text of the offset limit (contract: conventions §9). */
  readonly type: string;
  readonly columns: Columns;
  /** Tables that both rows and the count need. */
  readonly from: Sql;
  /** The tables that rows are counted in, where `from` is a query that is limited to the page already. */
  readonly counted?: Sql;
  /**
   * Whether `from` is a subquery. Conditions on ids are to be pushed into it, and it may lack a row for some of the
   * ids.
   */
  readonly isDerived?: boolean;
  /**
   * Additional joins that only the rows need, and the alias of the table in `from` that they join to: the page is cut
   * from that table first, so that the planner knows how few rows it joins.
   */
  readonly joins?: { readonly to: string; readonly sql: Sql };
  readonly id: SortColumn<R>;
  readonly sorts: Readonly<Record<string, SortColumn<R>>>;
  readonly defaultSort: { readonly by: string; readonly direction: SortDirection };
  readonly keyset?: KeysetRules;
}

/** From this offset on, the ids of the page's rows are found first, and then its rows by them. */
const DEEP_OFFSET = 1000;

/** What a count of a list's rows reads from. */
type Countable = Pick<ListDefinition<QueryResultRow>, 'from' | 'counted'>;
type Counting = ReturnType<typeof countOf>;

interface KeysetRules {
  /** The orders that keyset pagination offers; when absent, `id` and all of `sorts` (contract: conventions §10). */
  readonly orders?: readonly { readonly by: string; readonly directions: readonly SortDirection[] }[];
  /** The next page is named by `id_after` or `id_before` instead of a cursor, as for `GET /projects`. */
  readonly plainIdFilters?: boolean;
  /** False where the caller may not use keyset pagination. */
  readonly allowed?: boolean;
}

/** A sort column: the name of a selected column, or an expression that is not selected. */
type SortKey<C extends Columns> = (keyof C & string) | SortColumn<RowOf<C>>;

/**
 * A {@link ListDefinition} whose row type and cursors follow from the select list; `id` is the column of that name
 * unless given.
 */
interface ListOptions<C extends Columns> extends Omit<ListDefinition<RowOf<C>>, 'columns' | 'id' | 'sorts'> {
  readonly columns: C;
  readonly id?: SortKey<C>;
  readonly sorts?: Readonly<Record<string, SortKey<C>>>;
}

/**
 * Defines a list over a query: its columns, and the orders that clients can ask for. Throws for the name of a column
 * that is not selected.
 */
export function listOf<C extends Columns>({ columns, id, sorts, ...rest }: ListOptions<C>): ListDefinition<RowOf<C>> {
  const named = Object.entries(sorts ?? {}).map(([name, key]) => [name, sortColumn(columns, key)] as const);
  return { ...rest, columns, id: sortColumn(columns, id ?? 'id'), sorts: Object.fromEntries(named) };
}

function sortColumn<C extends Columns>(columns: C, key: SortKey<C>): SortColumn<RowOf<C>> {
  if (typeof key !== 'string') {
    return key;
  }
  const column = columns[key];
  if (!column) {
    throw new TypeError(`No column ${key} in the select list`);
  }
  const { sql: value, type, isNeverNull } = column;
  return { sql: value, type, isNeverNull, of: (row) => cursorValue(row[key]) };
}

/** Null for values of other types, by which no list is ordered. */
const cursorValue = (value: unknown): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null;

export interface ListRequest {
  readonly page: PageRequest;
  readonly orderBy?: string | undefined;
  readonly sort?: SortDirection | undefined;
}

/** Answers pages of a list with one statement for the rows and one capped count (contract: conventions §9, §10). */
@Injectable()
export class Lists {
  private readonly ranges: ListRanges;
  /** Lists whose most recently requested page was their last one. */
  private readonly short = new WeakSet<Countable>();
  /** Counts that exceeded the limit of what is counted. */
  private readonly uncounted = new LargeSets();

  constructor(private readonly database: Database) {
    this.ranges = new ListRanges(database);
  }

  /** A page of the list. Where conditions are sets of ids, {@link ListRanges} decides how it is read. */
  async page<R extends QueryResultRow>(
    list: ListDefinition<R>,
    where: readonly ListCondition[],
    request: ListRequest,
  ): Promise<Page<R>> {
    const { page } = request;
    if (page.kind === 'offset') {
      refuseDeepOffset(list, page);
    }
    const range = await this.ranges.of(list, where);
    return page.kind === 'keyset' ? this.keyset(list, range.rows, page) : this.offset(list, range, page, request);
  }

  private async offset<R extends QueryResultRow>(
    list: ListDefinition<R>,
    range: ListRange,
    page: OffsetRequest,
    { orderBy, sort }: ListRequest,
  ): Promise<Page<R>> {
    const by = orderBy ?? list.defaultSort.by;
    const direction = sort ?? list.defaultSort.direction;
    const tail = { order: order(list, by, direction), cut: range.isPage ? empty : cutOf(page) };
    const isDeep = !range.isPage && offsetOf(page) >= DEEP_OFFSET;
    const rowsQuery = isDeep ? deepRowsOf(list, range.rows, tail) : rowsOf(list, range.rows, tail);
    const [found, count] = range.total === 0 ? [[], 0] : await this.rowsAndCount(list, range, page, rowsQuery);
    const position = {
      kind: 'offset',
      request: page,
      total: count > COUNT_LIMIT ? null : count,
      hasNext: found.length > page.perPage,
      isEmpty: found.length === 0,
    } as const;
    return new Page(found.slice(0, page.perPage), position);
  }

  /**
   * Reads rows and count side by side on two connections, or one after the other in a transaction. The count is left
   * out where the rows tell it: on the last page, beyond the limit of counts, and for a list that recently had many
   * more rows. A list that recently had a single page is read without its count first, since it likely has one page
   * again.
   */
  private async rowsAndCount<R extends QueryResultRow>(
    list: ListDefinition<R>,
    range: ListRange,
    page: OffsetRequest,
    query: Query<R>,
  ): Promise<[rows: R[], count: number]> {
    if (range.total !== null) {
      const rows = await this.database.rows(query);
      return [rows, countAtEnd(rows, page) ?? range.total];
    }
    const counting = countOf(list, range);
    const hasMore = offsetOf(page) >= COUNT_LIMIT || this.uncounted.has(counting.sql);
    const isInTurn = hasMore || this.database.inTransaction || this.short.has(list);
    const [rows, counted] = isInTurn
      ? [await this.database.rows(query), []]
      : await this.database.both(query, counting);
    const atEnd = countAtEnd(rows, page);
    if (atEnd === null) {
      this.short.delete(list);
    } else {
      this.short.add(list);
      return [rows, this.noted(counting, atEnd)];
    }
    if (hasMore && rows.length > 0) {
      return [rows, SURELY_MORE];
    }
    const [row] = counted.length > 0 ? counted : await this.database.rows(counting);
    return [rows, this.noted(counting, row?.total ?? 0)];
  }

  private noted({ sql: counting }: Counting, total: number): number {
    if (total > SURELY_MORE) {
      this.uncounted.add(counting);
    } else {
      this.uncounted.forget(counting);
    }
    return total;
  }

  private async keyset<R extends QueryResultRow>(
    list: ListDefinition<R>,
    where: readonly Sql[],
    page: KeysetRequest,
  ): Promise<Page<R>> {
    const column = keysetColumn(list, page);
    const query = rowsOf(list, [...where, ...afterCursor(list, page)], {
      order: order(list, page.orderBy, page.sort),
      cut: limitOf(page.perPage),
    });
    const rows = await this.database.rows(query).catch((error: unknown) => {
      throw isBadValue(error) ? invalidField('cursor', IS_INVALID) : error;
    });
    const last = rows.at(-1);
    return new Page(rows, { kind: 'keyset', request: page, next: last && nextLink(list, page, column, last) });
  }
}

/** The cursor's value does not fit the column's type (SQLSTATE class 22, data exception). */
export const isBadValue = (error: unknown): boolean => sqlState(error)?.startsWith('22') ?? false;

/** The number of rows before the page. */
export const offsetOf = (page: OffsetRequest): number =>
  Math.min((page.page - 1) * page.perPage, Number.MAX_SAFE_INTEGER);

/** One row with the number of rows, counted up to one more than the limit of counts. */
function countOf({ from, counted = from }: Countable, range: ListRange) {
  const { ids, counted: where } = range;
  const all = ids ? sql`select 1 from (${ids}) each` : sql`select 1 from ${counted} ${whereOf(where)}`;
  return select({ total: bigint`count(*)` }, sql`from (${all} limit ${SURELY_MORE + 1}) counted`);
}

/** The number of rows of the list, where this is its last page; null for other pages, and for one beyond the end. */
function countAtEnd(rows: readonly unknown[], page: OffsetRequest): number | null {
  const offset = offsetOf(page);
  const isLast = rows.length <= page.perPage && (rows.length > 0 || offset === 0);
  return isLast ? offset + rows.length : null;
}

/** Limit and offset of the page, with one row more, which tells whether there is a next page. */
export function cutOf(page: OffsetRequest): Sql {
  const offset = offsetOf(page);
  return offset === 0 ? limitOf(page.perPage + 1) : sql`${limitOf(page.perPage + 1)} offset ${offset}`;
}

/** The statement for the rows of one page, which `tail` orders and limits. */
export function rowsOf<R extends QueryResultRow>(list: ListDefinition<R>, where: readonly Sql[], tail: Tail): Query<R> {
  if (!list.joins) {
    return selected(list, sql`from ${list.from} ${whereOf(where)} ${tail.order} ${tail.cut}`);
  }
  const alias = raw(list.joins.to);
  const page = sql`select ${alias}.* from ${list.from} ${whereOf(where)} ${tail.order} ${tail.cut}`;
  return selected(list, sql`from (${page}) ${alias} ${list.joins.sql} ${tail.order}`);
}

/**
 * Like {@link rowsOf}, for a page with a large offset: selected expressions are only evaluated for the rows of the
 * page. The conditions are repeated outside, since a join may have several rows with the same id, of which they select
 * one.
 */
function deepRowsOf<R extends QueryResultRow>(list: ListDefinition<R>, where: readonly Sql[], tail: Tail): Query<R> {
  if (list.joins || list.isDerived) {
    return rowsOf(list, where, tail);
  }
  const ids = sql`select ${list.id.sql} from ${list.from} ${whereOf(where)} ${tail.order} ${tail.cut}`;
  return rowsOf(list, [...where, sql`${list.id.sql} = any(array(${ids}))`], { order: tail.order, cut: empty });
}

const selected = <R extends QueryResultRow>({ columns }: ListDefinition<R>, rest: Sql): Query<R> =>
  new Query(columns, sql`select ${selectList(columns)} ${rest}`);

interface Tail {
  readonly order: Sql;
  readonly cut: Sql;
}

/** Limits have few different values and are literals: for a known small limit, a prepared plan scans the index. */
export const limitOf = (rows: number): Sql => raw(`limit ${rows}`);

/** The column that the list is ordered by under this name; undefined when it has no such order. */
export function columnOf<R extends QueryResultRow>(list: ListDefinition<R>, by: string): SortColumn<R> | undefined {
  return by === 'id' ? list.id : list.sorts[by];
}

/** Every order has the id as a tie-breaker in the same direction (contract: conventions §9). */
export function order<R extends QueryResultRow>(list: ListDefinition<R>, by: string, direction: SortDirection): Sql {
  const way = raw(direction);
  const column = columnOf(list, by);
  if (!column || by === 'id') {
    return sql`order by ${list.id.sql} ${way}`;
  }
  return sql`order by ${column.sql} ${way}, ${list.id.sql} ${way}`;
}

/** Beyond the limit, a list with keyset pagination must be paged by keyset (contract: conventions §9). */
function refuseDeepOffset<R extends QueryResultRow>(list: ListDefinition<R>, page: OffsetRequest): void {
  const supportsKeyset = list.keyset?.allowed ?? true;
  const { maxOffset = 0 } = page;
  if (maxOffset > 0 && supportsKeyset && page.page * page.perPage > maxOffset) {
    throw offsetTooDeep(maxOffset, list.type);
  }
}

function keysetColumn<R extends QueryResultRow>(list: ListDefinition<R>, page: KeysetRequest): SortColumn<R> {
  const column = columnOf(list, page.orderBy);
  const orders = list.keyset?.orders;
  const offered = orders?.some(({ by, directions }) => by === page.orderBy && directions.includes(page.sort)) ?? true;
  if (!column || !offered || list.keyset?.allowed === false) {
    throw keysetNotOffered();
  }
  return column;
}

/** The condition for rows after the cursor of a request; none for its first page. */
export const afterCursor = <R extends QueryResultRow>(list: ListDefinition<R>, page: KeysetRequest): Sql[] =>
  page.cursor === undefined ? [] : [strictlyAfter(list, page, keysetColumn(list, page), page.cursor)];

/** The condition for rows after a cursor (contract: conventions §10). */
export function strictlyAfter<R extends QueryResultRow>(
  list: ListDefinition<R>,
  page: KeysetRequest,
  column: SortColumn<R>,
  text: string,
): Sql {
  const cursor = readCursor(page.orderBy, text);
  const beyond = raw(page.sort === 'asc' ? '>' : '<');
  const id = sql`${cursor.id}::${raw(list.id.type)}`;
  if (page.orderBy === 'id') {
    return sql`${list.id.sql} ${beyond} ${id}`;
  }
  const value = sql`${cursor.value}::${raw(column.type)}`;
  if (cursor.value === null) {
    return page.sort === 'asc'
      ? sql`${column.sql} is null and ${list.id.sql} > ${id}`
      : sql`${column.sql} is not null or ${list.id.sql} < ${id}`;
  }
  const afterValue = sql`(${column.sql}, ${list.id.sql}) ${beyond} (${value}, ${id})`;
  // with an `or` beside it, no index finds the start of the page
  return page.sort === 'asc' && column.isNeverNull !== true ? sql`${afterValue} or ${column.sql} is null` : afterValue;
}

function nextLink<R extends QueryResultRow>(
  list: ListDefinition<R>,
  page: KeysetRequest,
  column: SortColumn<R>,
  last: R,
): Record<string, string> {
  const id = list.id.of(last) ?? '';
  if (list.keyset?.plainIdFilters) {
    return page.sort === 'asc' ? { id_after: String(id) } : { id_before: String(id) };
  }
  return { cursor: writeCursor(page.orderBy, { value: column.of(last), id }) };
}
