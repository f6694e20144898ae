import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { contains } from '../../../platform/database/like.js';
import { NOT_IN_GROUPS, PACKAGE_TYPES } from '../package-types.js';
import type { PackageStatus, PackageType } from '../package-types.js';
import { TYPE_ORDER } from '../records/package.columns.js';

/** Filters of lists (contract: packages §3.2). */
export interface PackageFilters {
  readonly type?: PackageType | undefined;
  /** Part of the name. */
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly includesVersionless?: boolean | undefined;
  readonly status?: PackageStatus | undefined;
}

/** Statuses that are listed unless one is requested; written exactly as in the indexes for lists. */
export const LISTED = sql`k.status in ('default', 'error')`;

/**
 * Conditions for `packages k`. Statuses are literals, so that the planner can use the partial index of that status.
 * Types are compared by rank, which is the first column of the index for sorting by type. `isNamed` compares names when
 * rows are not looked up by name.
 */
export function packagesWhere(filters: PackageFilters, isNamed = contains): Sql[] {
  const { type, name, version, includesVersionless, status } = filters;
  return [
    status === undefined ? LISTED : sql`k.status = ${raw(`'${status}'`)}`,
    ...(includesVersionless ? [] : [sql`k.version <> ''`]),
    ...(type === undefined ? [] : [sql`${TYPE_ORDER} = ${raw(String(PACKAGE_TYPES.indexOf(type) + 1))}`]),
    ...(name === undefined ? [] : [isNamed(sql`k.name`, name)]),
    ...(version === undefined ? [] : [sql`k.version = ${version}`]),
  ];
}

/** Like {@link packagesWhere}, but for packages that lists of groups contain. */
export const packagesOfGroups = (filters: PackageFilters, isNamed = contains): Sql[] => [
  ...packagesWhere(filters, isNamed),
  sql`k.package_type <> ${NOT_IN_GROUPS}`,
];
