import type { QueryResultRow } from 'pg';
import sql, { empty, raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { readCursor } from '../../../common/pagination/cursor.js';
import type { OffsetRequest, PageRequest, SortDirection } from '../../../common/pagination/page-request.js';
import { allOf } from '../../../platform/database/conditions.js';
import { afterCursor, cutOf, limitOf, offsetOf } from '../../../platform/database/list-query.js';
import type { ListDefinition, ListRequest, SortColumn } from '../../../platform/database/list-query.js';
import type { RowPosition } from './row-positions.js';

const BY_PROJECT_PATH = 'project_path';

/** The sort column; within one project, an index has the same order. */
type SortedBy = Pick<SortColumn<never>, 'sql' | 'type'>;

/**
 * Beyond this number of rows, knowing a row near the page is worthwhile; otherwise all rows before the page are read
 * and sorted.
 */
const FAR = 8192;

/** Whether a page is so far back that knowing a {@link RowPosition} near it is worthwhile. */
export const isFar = (page: PageRequest): page is OffsetRequest => page.kind === 'offset' && rowsToTheEnd(page) > FAR;

interface PackagesOfProjects {
  readonly projectIds: readonly number[];
  readonly where: readonly Sql[];
  /** A row at or before the page, if one is known. */
  readonly position: RowPosition | undefined;
}

/**
 * Selects the ids of a page of the packages that meet the conditions, in list order; undefined if the order is by id.
 */
export function packagePage<R extends QueryResultRow>(
  { projectIds, where, position }: PackagesOfProjects,
  list: ListDefinition<R>,
  request: ListRequest,
): Sql | undefined {
  const { page } = request;
  const { by, direction } = orderOf(list, request);
  const after = page.kind === 'keyset' ? afterCursor(list, page) : [];
  const wanted = {
    ids: sql`${[...projectIds]}::bigint[]`,
    isSo: allOf([...where, ...after]),
    direction,
    rows: rowsToTheEnd(page),
    projects: projectIds.length,
    page,
  };
  if (by === BY_PROJECT_PATH) {
    return isFar(page) ? farPageByPath({ ...wanted, page }) : pageByPath(wanted, fromPath(page));
  }
  const sorted = list.sorts[by];
  if (!sorted) {
    return undefined;
  }
  return position && isFar(page) ? pageFrom(position, { ...wanted, page }, sorted) : pageBy(wanted, sorted);
}

/** The requested order of a list, or its default. */
export function orderOf<R extends QueryResultRow>(list: ListDefinition<R>, { page, orderBy, sort }: ListRequest) {
  const order = page.kind === 'keyset' ? { by: page.orderBy, direction: page.sort } : list.defaultSort;
  return { by: orderBy ?? order.by, direction: sort ?? order.direction };
}

interface WantedRows {
  readonly ids: Sql;
  readonly isSo: Sql;
  readonly direction: SortDirection;
  /**
   * Number of rows up to the end of the page: at most this many are read per project, and at most this many projects
   * are on the page.
   */
  readonly rows: number;
  readonly projects: number;
  readonly page: PageRequest;
}

interface FarRows extends WantedRows {
  readonly page: OffsetRequest;
}

const rowsToTheEnd = (page: PageRequest): number =>
  roundedUp(page.kind === 'offset' ? page.page * page.perPage + 1 : page.perPage);

/** Rounds up to a power of two: limits are literals, so there should be few different values. */
const roundedUp = (rows: number): number => 2 ** Math.ceil(Math.log2(Math.min(rows, MOST_ROWS)));
const MOST_ROWS = 2 ** 30;

const cutOfPage = (page: PageRequest): Sql => (page.kind === 'offset' ? cutOf(page) : limitOf(page.perPage));

const pageBy = (wanted: WantedRows, sorted: SortedBy): Sql => sql`
  select held.id from (${rowsBy(wanted, sorted)}) held ${inOrder(wanted)} ${cutOfPage(wanted.page)}`;

const inOrder = ({ direction }: WantedRows): Sql =>
  sql`order by held.sorted ${raw(direction)}, held.id ${raw(direction)}`;

/**
 * Selects rows in no particular order, including all up to the end of the page, and few of those after a row that is
 * known to be at the end of the page or later.
 */
function rowsBy({ ids, isSo, direction, rows, projects }: WantedRows, { sql: column }: SortedBy): Sql {
  const way = raw(direction);
  const packagesOf = (most: number, within: Sql = empty): Sql => sql`
    select k.id, ${column} as sorted from packages k where k.project_id = holder.id and ${isSo} ${within}
    order by ${column} ${way}, k.id ${way} ${limitOf(most)}`;
  const beyond = raw(direction === 'asc' ? '<=' : '>=');
  const within = sql`and (${column}, k.id) ${beyond} (select e.sorted, e.id from page_end e)`;
  const upToTheEnd = (holders: Sql, known: Sql): Sql => sql`
    with holder as materialized (${holders}),
      page_end as materialized (
        select e.sorted, e.id from (${known}) e
        order by e.sorted ${way}, e.id ${way} ${limitOf(1)} offset ${raw(String(rows - 1))})
    select near.* from holder cross join lateral (${packagesOf(rows, within)}) near
    where exists (select from page_end)
    union all
    select near.* from holder cross join lateral (${packagesOf(rows)}) near
    where not exists (select from page_end)`;
  const all = sql`unnest(${ids}) holder (id)`;
  if (projects > rows) {
    const foremost = sql`
      select holder.id, held.sorted, held.id as package_id from ${all} cross join lateral (${packagesOf(1)}) held
      order by held.sorted ${way}, held.id ${way} ${limitOf(rows)}`;
    return upToTheEnd(foremost, sql`select holder.sorted, holder.package_id as id from holder`);
  }
  const sample = sampleOf(rows, projects);
  return sample === null
    ? sql`select held.* from ${all} cross join lateral (${packagesOf(rows)}) held`
    : upToTheEnd(
        sql`select holder.id from ${all}`,
        sql`select held.sorted, held.id from holder cross join lateral (${packagesOf(sample)}) held`,
      );
}

const FEW_ROWS = 4096;
/**
 * For a page that comes mostly from few projects, for example for a version that other projects lack: with a smaller
 * sample, its end would seem far back.
 */
const LEAST_SAMPLE = 16;

/**
 * Number of first packages of each project that are sampled to find an upper bound for the end of the page: twice as
 * many as needed, so that nothing beyond it is read. Null if there are few rows in total, or so many that reading them
 * twice might cost more.
 */
function sampleOf(rows: number, projects: number): number | null {
  const ofEach = 2 ** Math.ceil(Math.log2(Math.max(LEAST_SAMPLE, (2 * rows) / projects)));
  const isWorthwhile = rows <= FAR && rows * projects > FEW_ROWS && 2 * ofEach <= rows;
  return isWorthwhile ? ofEach : null;
}

/** Number of rows before a {@link RowPosition} that may have been removed since it was recorded. */
const ROWS_GONE = 100;

/**
 * Selects a page, starting at a row that preceded it when last read. Counts the rows that now precede that row, which
 * takes a fraction of the time for reading and sorting them; if their number has changed too much, the page is found
 * without that row.
 */
function pageFrom({ rowsBefore, value, id }: RowPosition, wanted: FarRows, sorted: SortedBy): Sql {
  const { ids, isSo, direction, page } = wanted;
  const isAscending = direction === 'asc';
  const offset = offsetOf(page);
  const most = offset + page.perPage + 1;
  const rows = roundedUp(most - rowsBefore + ROWS_GONE);
  const row = sql`(${sorted.sql}, k.id)`;
  const position = sql`(${value}::${raw(sorted.type)}, ${id}::bigint)`;
  const isBehind = sql`${row} ${raw(isAscending ? '>=' : '<=')} ${position}`;
  return sql`
    with ahead as materialized (
        select coalesce(sum(each.rows), 0)::bigint as rows from unnest(${ids}) holder (id)
          cross join lateral (
            select count(*) as rows from packages k
            where k.project_id = holder.id and ${isSo} and ${row} ${raw(isAscending ? '<' : '>')} ${position}) each),
      choice as materialized (select rows, rows between ${most - rows} and ${offset} as is_near from ahead)
    select held.id
    from (
        select near.* from (${rowsBy({ ...wanted, isSo: allOf([isSo, isBehind]), rows }, sorted)}) near
        where (select c.is_near from choice c)
        union all
        select far.* from (${rowsBy(wanted, sorted)}) far where not (select c.is_near from choice c)) held
    ${inOrder(wanted)} ${limitOf(page.perPage + 1)}
    offset (select ${offset}::bigint - case when c.is_near then c.rows else 0 end from choice c)`;
}

/**
 * Processes projects in order, so that the packages of each are sorted separately, and projects after the page are not
 * read.
 */
function pageByPath({ ids, isSo, direction, rows, projects, page }: WantedRows, from: Sql): Sql {
  const way = raw(direction);
  const hasMoreProjects = projects > rows;
  const hasSome = sql`and exists (select from packages k where k.project_id = r.project_id and ${isSo})`;
  return sql`
    select held.id
    from (
        select r.project_id, r.path from routes r
        where r.project_id = any(${ids}) ${from} ${hasMoreProjects ? hasSome : empty}
        order by r.path collate "C" ${way} ${hasMoreProjects ? limitOf(rows) : sql`offset 0`}) r
      cross join lateral (
        select k.id from packages k where k.project_id = r.project_id and ${isSo} order by k.id ${way} ${limitOf(rows)}) held
    order by r.path collate "C" ${way}, held.id ${way} ${cutOfPage(page)}`;
}

/** Like {@link pageByPath}, but packages of projects that are entirely before the page are only counted. */
function farPageByPath({ ids, isSo, direction, rows, page }: FarRows): Sql {
  const way = raw(direction);
  const offset = offsetOf(page);
  return sql`
    with counted as materialized (
        select r.project_id, r.path, each.rows,
          (sum(each.rows) over (order by r.path collate "C" ${way}) - each.rows)::bigint as rows_before
        from routes r
          cross join lateral (select count(*) as rows from packages k where k.project_id = r.project_id and ${isSo}) each
        where r.project_id = any(${ids})),
      shown as (
        select c.* from counted c
        where c.rows_before <= ${offset + page.perPage} and c.rows_before + c.rows > ${offset})
    select held.id
    from shown s
      cross join lateral (
        select k.id from packages k where k.project_id = s.project_id and ${isSo} order by k.id ${way} ${limitOf(rows)}) held
    order by s.path collate "C" ${way}, held.id ${way} ${limitOf(page.perPage + 1)}
    offset (select ${offset}::bigint - min(s.rows_before) from shown s)`;
}

/** Projects before that of the cursor can be skipped. */
function fromPath(page: PageRequest): Sql {
  if (page.kind === 'offset' || page.cursor === undefined) {
    return empty;
  }
  const { value } = readCursor(page.orderBy, page.cursor);
  return sql`and r.path collate "C" ${raw(page.sort === 'asc' ? '>=' : '<=')} ${value}`;
}
