import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Group } from '../../../core/groups/group.js';
import { ProjectEntity } from '../../../core/projects/project.entity.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists, offsetOf } from '../../../platform/database/list-query.js';
import type { ListRequest } from '../../../platform/database/list-query.js';
import { ListWindows, PARENT } from '../../../platform/database/list-windows.js';
import type { ChildLists } from '../../../platform/database/list-windows.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import {
  deletablePackages,
  projectsWithPackages,
  readablePackages,
  readablePackagesBelow,
} from '../access/readable-projects.sql.js';
import type { GroupPackage, Package, PackageVersion } from '../package.js';
import { GROUP_PACKAGE_COLUMNS, PACKAGE_COLUMNS, TYPE_ORDER, VERSION_COLUMNS } from '../records/package.columns.js';
import { PackageEntity } from '../records/package.entity.js';
import { LISTED, packagesOfGroups, packagesWhere } from './package-filters.js';
import type { PackageFilters } from './package-filters.js';
import { isFar, orderOf } from './package-pages.sql.js';
import { packagesWithin } from './packages-within.sql.js';
import { RowPositions } from './row-positions.js';
import type { RowPosition } from './row-positions.js';

const DELETED = columnsOf(PackageEntity, 'k', 'id', 'name', 'version');
export type DeletedPackage = RowOf<typeof DELETED>;

const PROJECT_ID = columnsOf(ProjectEntity, 'p', 'id');

/** Includes hidden packages. */
const DELETABLE = sql`k.status in ('default', 'hidden', 'error')`;
const BY_TYPE = { sql: TYPE_ORDER, of: ({ typeRank }: Package) => typeRank, type: 'bigint' } as const;
const SORTS = { created_at: 'createdAt', name: 'name', version: 'version', type: BY_TYPE } as const;
const BY_TIME = { by: 'created_at', direction: 'asc' } as const;
const ROUTE = sql`join routes r on r.project_id = k.project_id`;

const OF_PROJECT = listOf({
  type: 'Package',
  columns: PACKAGE_COLUMNS,
  from: sql`packages k`,
  sorts: SORTS,
  defaultSort: BY_TIME,
});
const OF_GROUP = listOf({
  type: 'Package',
  columns: GROUP_PACKAGE_COLUMNS,
  from: sql`packages k`,
  joins: { to: 'k', sql: ROUTE },
  sorts: SORTS,
  defaultSort: BY_TIME,
});
const VERSIONS = listOf({
  type: 'Package',
  columns: PACKAGE_COLUMNS,
  from: sql`packages k`,
  sorts: SORTS,
  defaultSort: { by: 'version', direction: 'asc' },
});
const BY_PROJECT_PATH = 'project_path';
const OF_GROUP_WITH_PATH = listOf({
  type: 'Package',
  columns: GROUP_PACKAGE_COLUMNS,
  from: sql`packages k ${ROUTE}`,
  sorts: { ...SORTS, [BY_PROJECT_PATH]: 'projectPath' },
  defaultSort: BY_TIME,
});
const OF_GROUP_BY_PATH = listOf({
  type: 'Package',
  columns: GROUP_PACKAGE_COLUMNS,
  from: sql`packages k ${ROUTE}`,
  sorts: { [BY_PROJECT_PATH]: 'projectPath' },
  defaultSort: { by: BY_PROJECT_PATH, direction: 'asc' },
});

/** Lists, shows and deletes packages for the management API (contract: packages §3). */
@Injectable()
export class PackagesRepository {
  private readonly positions = new RowPositions();

  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly windows: ListWindows,
  ) {}

  pageOfProject(projectId: number, filters: PackageFilters, request: ListRequest): Promise<Page<Package>> {
    return this.lists.page(OF_PROJECT, [sql`k.project_id = ${projectId}`, ...packagesWhere(filters)], request);
  }

  pageOfProjects(ids: readonly number[], filters: PackageFilters, request: ListRequest): Promise<Page<GroupPackage>> {
    const where = packagesOfGroups(filters);
    const { by, direction } = orderOf(OF_GROUP, request);
    const list = by === BY_PROJECT_PATH ? OF_GROUP_BY_PATH : OF_GROUP;
    const find = (position?: RowPosition): Promise<Page<GroupPackage>> =>
      this.lists.page(list, [...where, packagesWithin(ids, { filters, where, position }, list, request)], request);
    const sorted = OF_GROUP.sorts[by];
    return sorted && isFar(request.page)
      ? this.positions.pageOf([ids, filters, by, direction], offsetOf(request.page), find, (row) => ({
          value: sorted.of(row),
          id: row.id,
        }))
      : find();
  }

  /** Packages of each of many projects. */
  ofProjects(filters: PackageFilters): ChildLists<Package> {
    return this.windows.below(OF_PROJECT, [sql`k.project_id = ${PARENT}`, ...packagesWhere(filters)]);
  }

  /** Packages that the caller may read in and below each of many groups. */
  ofGroups(filters: PackageFilters, caller: Caller): ChildLists<Package> {
    const readable = sql`k.project_id in (
      select p.id ${projectsWithPackages(PARENT, true, readablePackages(caller))})`;
    return this.windows.below(OF_GROUP_WITH_PATH, [readable, ...packagesOfGroups(filters)]);
  }

  /** The other versions of each of many packages. */
  versions(): ChildLists<Package> {
    return this.windows.below(VERSIONS, [
      sql`(k.project_id, k.package_type, k.name_key) = (
        select o.project_id, o.package_type, o.name_key from packages o where o.id = ${PARENT})`,
      sql`k.status <> 'pending_destruction'`,
      LISTED,
      sql`k.version <> ''`,
      sql`k.id <> ${PARENT}`,
    ]);
  }

  /** The package with this id in any project; null if it is not shown. */
  findAnywhere(id: number): Promise<Package | null> {
    return this.database.row(select(PACKAGE_COLUMNS, sql`from packages k where k.id = ${id} and ${LISTED}`));
  }

  /** Answers the packages with these ids that can be deleted, in no particular order. */
  findDeletable(ids: readonly number[]): Promise<Package[]> {
    return this.database.rows(
      select(PACKAGE_COLUMNS, sql`from packages k where k.id = any(${[...ids]}::bigint[]) and ${DELETABLE}`),
    );
  }

  /** Projects of the group that have packages and whose packages the caller may read. */
  async readableProjects({ id, level }: Group, withSubgroups: boolean, caller: Caller): Promise<number[]> {
    const found = await this.database.rows(
      select(PROJECT_ID, projectsWithPackages(id, withSubgroups, readablePackagesBelow(level, caller))),
    );
    return found.map(({ id }) => id);
  }

  /** Answers the projects among these in which the caller may delete packages. */
  async deletableIn(projectIds: readonly number[], caller: Caller): Promise<ReadonlySet<number>> {
    const found = await this.database.rows(
      select(
        PROJECT_ID,
        sql`from projects p
          where p.id = any(${[...projectIds]}::bigint[]) and not p.archived and (${deletablePackages(caller)})`,
      ),
    );
    return new Set(found.map(({ id }) => id));
  }

  /** Null if the package is not shown (contract: packages §3.2). */
  find(projectId: number, id: number): Promise<Package | null> {
    return this.database.row(
      select(PACKAGE_COLUMNS, sql`from packages k where k.id = ${id} and k.project_id = ${projectId} and ${LISTED}`),
    );
  }

  /** The other versions of the package. */
  versionsBeside({ id, projectId, packageType, nameKey }: Package): Promise<PackageVersion[]> {
    return this.database.rows(
      select(
        VERSION_COLUMNS,
        sql`from packages k
          where k.project_id = ${projectId} and k.package_type = ${packageType} and k.name_key = ${nameKey}
            and k.status <> 'pending_destruction' and ${LISTED} and k.version <> '' and k.id <> ${id}
          order by k.version, k.id`,
      ),
    );
  }

  /** A hidden package, locked until the transaction ends. */
  lockHidden(projectId: number, id: number): Promise<Pick<Package, 'updatedAt'> | null> {
    return this.database.row(
      select(
        columnsOf(PackageEntity, 'k', 'updatedAt'),
        sql`from packages k where k.id = ${id} and k.project_id = ${projectId} and k.status = 'hidden' for update`,
      ),
    );
  }

  /** A package that can be deleted, locked until the transaction ends. */
  lockDeletable(projectId: number, id: number): Promise<Pick<Package, 'updatedAt'> | null> {
    return this.database.row(
      select(
        columnsOf(PackageEntity, 'k', 'updatedAt'),
        sql`from packages k where k.id = ${id} and k.project_id = ${projectId} and ${DELETABLE} for update`,
      ),
    );
  }

  /**
   * Null if there is no such package to delete; of parallel calls, only one finds it. Its name and version can be used
   * again afterwards.
   */
  markDeleted(projectId: number, id: number): Promise<DeletedPackage | null> {
    return this.database.row(
      returning(
        DELETED,
        sql`
          update packages k
          set status_before_deletion = k.status, status = 'pending_destruction', deleted_at = now(), updated_at = now()
          where k.id = ${id} and k.project_id = ${projectId} and ${DELETABLE}`,
      ),
    );
  }
}
