import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { contains } from '../../../platform/database/like.js';
import { NOT_IN_GROUPS, PACKAGE_TYPES } from '../package-types.js';
import type { PackageStatus, PackageType } from '../package-types.js';
import { TYPE_ORDER } from '../records/package.columns.js';

/** What lists are asked for (contract: packages §3.2). */
export interface PackageFilters {
  readonly type?: PackageType | undefined;
  /** A part of the name. */
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly includesVersionless?: boolean | undefined;
  readonly status?: PackageStatus | undefined;
}

/** Statuses that are shown unless one is asked for; written as the indexes of lists write it. */
export const LISTED = sql`k.status in ('default', 'error')`;

/**
 * For `packages k`. Statuses are literals: a plan that knows them reads the partial index of theirs. Types are asked for
 * by their rank, which the index of their order begins with. `isNamed` compares names where rows are not found by them.
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

/** As {@link packagesWhere}, of those that lists of groups show. */
export const packagesOfGroups = (filters: PackageFilters, isNamed = contains): Sql[] => [
  ...packagesWhere(filters, isNamed),
  sql`k.package_type <> ${NOT_IN_GROUPS}`,
];
