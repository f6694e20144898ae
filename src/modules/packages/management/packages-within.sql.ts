import type { QueryResultRow } from 'pg';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { IdSet } from '../../../platform/database/id-set.js';
import { rowContains } from '../../../platform/database/like.js';
import { allOf } from '../../../platform/database/conditions.js';
import { limitOf } from '../../../platform/database/list-query.js';
import type { ListDefinition, ListRequest } from '../../../platform/database/list-query.js';
import { packagesOfGroups } from './package-filters.js';
import type { PackageFilters } from './package-filters.js';
import { packagePage } from './package-pages.sql.js';
import type { RowPosition } from './row-positions.js';

/** Parameters of a list. */
interface WantedPackages {
  readonly filters: PackageFilters;
  /** The conditions from {@link packagesOfGroups}. */
  readonly where: readonly Sql[];
  /** A row at or before the page, if one is known. */
  readonly position?: RowPosition | undefined;
}

/**
 * Packages of these projects that meet the conditions, of which the list shows one page. Few packages are read by id;
 * if there are many, each of their projects is read from the start of the page.
 */
export function packagesWithin<R extends QueryResultRow>(
  projectIds: readonly number[],
  { filters, where, position }: WantedPackages,
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
    page: packagePage({ projectIds, where: each, position }, list, request),
    isSparse: name !== '' || status === 'error',
  };
}

/** Names that a trigram index can find. */
const FINDABLE = /[\p{L}\p{N}]{3}/u;
/** If more packages of all projects have such names, those of each project are scanned one by one instead. */
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
