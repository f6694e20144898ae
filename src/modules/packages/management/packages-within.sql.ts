import sql, { join, raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { PageRequest, SortDirection } from '../../../common/pagination/page-request.js';
import type { IdSet } from '../../../platform/database/id-set.js';
import { limitOf } from '../../../platform/database/list-query.js';
import type { ListRequest } from '../../../platform/database/list-query.js';
import { TYPE_ORDER } from '../records/package.columns.js';
import type { PackageFilters } from './package-filters.js';

/** How many rows are read of all projects at most to find the first of each. */
const MOST_HEAD_ROWS = 25_000;
const BY_PROJECT_PATH = 'project_path';
const DEFAULT_ORDER = { by: 'created_at', sort: 'asc' } as const;
/** Within one project; its index has the same order. */
const SORT_COLUMNS: ReadonlyMap<string, Sql> = new Map([
  ['created_at', sql`k.created_at`],
  ['name', sql`k.name`],
  ['version', sql`k.version`],
  ['type', TYPE_ORDER],
]);

/**
 * Packages of these projects that are so. Few are read by their ids, many from the beginnings of their projects, and
 * where those would be long, along the order of the list.
 */
export function packagesWithin(projectIds: readonly number[], where: readonly Sql[], request: ListRequest): IdSet {
  const ids = sql`${[...projectIds]}::bigint[]`;
  return {
    ids: sql`
      select held.id from unnest(${ids}) holder (id)
        cross join lateral (
          select k.id from packages k where k.project_id = holder.id and ${join([...where], ' and ')} offset 0) held`,
    condition: sql`k.project_id = any(${ids})`,
    includes: where,
    head: headOf(projectIds, where, request),
  };
}

/** What an index of parts of texts can find. */
const FINDABLE = /[\p{L}\p{N}]{3}/u;

/** Packages of that name in all projects: where they are few, no project need be looked at. None without such a name. */
export function packagesNamed({ name = '' }: PackageFilters, where: readonly Sql[]): readonly IdSet[] {
  const [condition] = where; // the list asks for all of them anyway
  return condition && FINDABLE.test(name)
    ? [{ ids: sql`select k.id from packages k where ${join([...where], ' and ')}`, condition, includes: where }]
    : [];
}

/** Undefined for pages far behind, and behind a cursor. */
function headOf(
  projectIds: readonly number[],
  where: readonly Sql[],
  { page, orderBy, sort }: ListRequest,
): Sql | undefined {
  const wanted = rowsToTheEnd(page);
  if (wanted * projectIds.length > MOST_HEAD_ROWS) {
    return undefined;
  }
  const ids = sql`${[...projectIds]}::bigint[]`;
  const isSo = sql`k.project_id = holder.project_id and ${join([...where], ' and ')}`;
  return orderBy === BY_PROJECT_PATH
    ? headByPath({ ids, isSo }, sort ?? DEFAULT_ORDER.sort, wanted)
    : headBy({ ids, isSo }, orderBy ?? DEFAULT_ORDER.by, sort ?? DEFAULT_ORDER.sort, wanted);
}

/** Of the page; unknown behind a cursor. */
function rowsToTheEnd(page: PageRequest): number {
  if (page.kind === 'offset') {
    return page.page * page.perPage + 1;
  }
  return page.cursor === undefined ? page.perPage : Infinity;
}

interface Holders {
  readonly ids: Sql;
  readonly isSo: Sql;
}

function headBy({ ids, isSo }: Holders, by: string, sort: SortDirection, wanted: number): Sql | undefined {
  const [column, way] = [SORT_COLUMNS.get(by), raw(sort)];
  return (
    column &&
    sql`
      select held.id from unnest(${ids}) holder (project_id)
        cross join lateral (
          select k.id, ${column} as sorted from packages k where ${isSo}
          order by ${column} ${way}, k.id ${way} ${limitOf(wanted)}) held
      order by held.sorted ${way}, held.id ${way} ${limitOf(wanted)}`
  );
}

const headByPath = ({ ids, isSo }: Holders, sort: SortDirection, wanted: number): Sql => sql`
  select held.id from routes holder
    cross join lateral (
      select k.id from packages k where ${isSo} order by k.id ${raw(sort)} ${limitOf(wanted)}) held
  where holder.project_id = any(${ids})
  order by holder.path collate "C" ${raw(sort)}, held.id ${raw(sort)} ${limitOf(wanted)}`;
