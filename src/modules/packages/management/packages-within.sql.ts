import type { QueryResultRow } from 'pg';
import sql, { empty, raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { readCursor } from '../../../common/pagination/cursor.js';
import type { PageRequest, SortDirection } from '../../../common/pagination/page-request.js';
import type { IdSet } from '../../../platform/database/id-set.js';
import { rowContains } from '../../../platform/database/like.js';
import { afterCursor, allOf, cutOf, limitOf } from '../../../platform/database/list-query.js';
import type { ListDefinition, ListRequest } from '../../../platform/database/list-query.js';
import { TYPE_ORDER } from '../records/package.columns.js';
import { packagesOfGroups } from './package-filters.js';
import type { PackageFilters } from './package-filters.js';

const BY_PROJECT_PATH = 'project_path';
/** Within one project; its index has the same order. */
const SORT_COLUMNS: ReadonlyMap<string, Sql> = new Map([
  ['created_at', sql`k.created_at`],
  ['name', sql`k.name`],
  ['version', sql`k.version`],
  ['type', TYPE_ORDER],
]);

/** What a list is asked for. */
interface WantedPackages {
  readonly filters: PackageFilters;
  /** The same as {@link packagesOfGroups} has them. */
  readonly where: readonly Sql[];
}

/**
 * Packages of these projects that are so, of which the list shows a page. Few are read by their ids, many from where
 * the page begins in each of their projects.
 */
export function packagesWithin<R extends QueryResultRow>(
  projectIds: readonly number[],
  { filters, where }: WantedPackages,
  list: ListDefinition<R>,
  request: ListRequest,
): IdSet {
  const { name = '', status } = filters;
  const ids = sql`${[...projectIds]}::bigint[]`;
  const each = packagesOfGroups(filters, rowContains);
  const manyIds = idsByProject(ids, allOf(each));
  return {
    ids: FINDABLE.test(name) ? idsByName(ids, allOf(where), manyIds) : manyIds,
    manyIds,
    condition: sql`k.project_id = any(${ids})`,
    includes: where,
    page: pageOf(projectIds, each, list, request),
    isSparse: name !== '' || status === 'error',
  };
}

/** What an index of parts of texts can find. */
const FINDABLE = /[\p{L}\p{N}]{3}/u;
/** Where more packages of all projects have such names, those of each project are looked at one by one instead. */
const FEW_NAMED = 5000;

const idsByProject = (ids: Sql, isSo: Sql): Sql => sql`
  select held.id from unnest(${ids}) holder (id)
    cross join lateral (select k.id from packages k where k.project_id = holder.id and ${isSo} offset 0) held`;

const idsByName = (ids: Sql, isSo: Sql, manyIds: Sql): Sql => sql`
  with named as materialized (
      select k.id, k.project_id from packages k where ${isSo} ${limitOf(FEW_NAMED + 1)}),
    choice as materialized (select count(*) <= ${FEW_NAMED} as are_few from named)
  select n.id from named n where (select c.are_few from choice c) and n.project_id = any(${ids})
  union all
  select held.id from (${manyIds}) held where (select not c.are_few from choice c)`;

function pageOf<R extends QueryResultRow>(
  projectIds: readonly number[],
  where: readonly Sql[],
  list: ListDefinition<R>,
  { page, orderBy, sort }: ListRequest,
): Sql | undefined {
  const { by, direction } = page.kind === 'keyset' ? { by: page.orderBy, direction: page.sort } : list.defaultSort;
  const after = page.kind === 'keyset' ? afterCursor(list, page) : [];
  const wanted = {
    ids: sql`${[...projectIds]}::bigint[]`,
    isSo: allOf([...where, ...after]),
    direction: sort ?? direction,
    rows: rowsToTheEnd(page),
    projects: projectIds.length,
    cut: page.kind === 'offset' ? cutOf(page) : limitOf(page.perPage),
  };
  if ((orderBy ?? by) === BY_PROJECT_PATH) {
    return pageByPath(wanted, fromPath(page));
  }
  const column = SORT_COLUMNS.get(orderBy ?? by);
  return column && pageBy(wanted, column);
}

interface WantedRows {
  readonly ids: Sql;
  readonly isSo: Sql;
  readonly direction: SortDirection;
  /** As many are read of each project at most, and as many projects can be on the page. */
  readonly rows: number;
  readonly projects: number;
  readonly cut: Sql;
}

/** Rows of the list up to the end of the page, or a power of two above: limits are literals, of few different values. */
function rowsToTheEnd(page: PageRequest): number {
  const rows = page.kind === 'offset' ? page.page * page.perPage + 1 : page.perPage;
  return 2 ** Math.ceil(Math.log2(Math.min(rows, MOST_ROWS)));
}

const MOST_ROWS = 2 ** 30;

/** The projects on the page are those whose first packages come first. */
function pageBy({ ids, isSo, direction, rows, projects, cut }: WantedRows, column: Sql): Sql {
  const way = raw(direction);
  const packagesOf = (most: number, within: Sql = empty): Sql => sql`
    select k.id, ${column} as sorted from packages k where k.project_id = holder.id and ${isSo} ${within}
    order by ${column} ${way}, k.id ${way} ${limitOf(most)}`;
  const all = sql`select holder.id from unnest(${ids}) holder (id)`;
  const holders =
    projects > rows
      ? sql`
        ${all} cross join lateral (${packagesOf(1)}) foremost
        order by foremost.sorted ${way}, foremost.id ${way} ${limitOf(rows)}`
      : all;
  const sample = sampleOf(rows, Math.min(projects, rows));
  if (sample === null) {
    return sql`
      select held.id from (${holders}) holder cross join lateral (${packagesOf(rows)}) held
      order by held.sorted ${way}, held.id ${way} ${cut}`;
  }
  const beyond = raw(direction === 'asc' ? '<=' : '>=');
  const within = sql`and (${column}, k.id) ${beyond} (select e.sorted, e.id from page_end e)`;
  return sql`
    with holder as materialized (${holders}),
      page_end as materialized (
        select held.sorted, held.id from holder cross join lateral (${packagesOf(sample)}) held
        order by held.sorted ${way}, held.id ${way} ${limitOf(1)} offset ${raw(String(rows - 1))})
    select held.id
    from (
        select near.* from holder cross join lateral (${packagesOf(rows, within)}) near
        where exists (select from page_end)
        union all
        select near.* from holder cross join lateral (${packagesOf(rows)}) near
        where not exists (select from page_end)) held
    order by held.sorted ${way}, held.id ${way} ${cut}`;
}

const MOST_ROWS_BY_SAMPLE = 8192;
const FEW_ROWS = 4096;

/**
 * How many of the first packages of each project tell where the page ends at the latest: twice as many as it needs, so that
 * nothing beyond that is read. Null where all together are few, or so many that reading them twice may cost more.
 */
function sampleOf(rows: number, projects: number): number | null {
  const ofEach = 2 ** Math.ceil(Math.log2(Math.max(1, (2 * rows) / projects)));
  const isWorthwhile = rows <= MOST_ROWS_BY_SAMPLE && rows * projects > FEW_ROWS && 2 * ofEach <= rows;
  return isWorthwhile ? ofEach : null;
}

/** Projects come in order, so that each one's packages are sorted by themselves, and none behind the page. */
function pageByPath({ ids, isSo, direction, rows, projects, cut }: WantedRows, from: Sql): Sql {
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
    order by r.path collate "C" ${way}, held.id ${way} ${cut}`;
}

/** Projects before that of the cursor need not be looked at. */
function fromPath(page: PageRequest): Sql {
  if (page.kind === 'offset' || page.cursor === undefined) {
    return empty;
  }
  const { value } = readCursor(page.orderBy, page.cursor);
  return sql`and r.path collate "C" ${raw(page.sort === 'asc' ? '>=' : '<=')} ${value}`;
}
