import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../../../platform/database/columns-of.js';
import { Database } from '../../../../platform/database/database.js';
import { contains } from '../../../../platform/database/like.js';
import { bigint, json, select, texts } from '../../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../../platform/database/typed-sql.js';
import { heldAtOnce } from '../../files/document-rows.sql.js';
import type { DocumentTable } from '../../files/document-rows.sql.js';
import { PackageEntity } from '../../records/package.entity.js';

const NAMED = columnsOf(PackageEntity, 'k', 'id', 'nameKey', 'version', 'versionKey');

/** The name of a version. */
export type NugetVersionName = RowOf<typeof NAMED>;

const VERSION = {
  ...NAMED,
  ...columnsOf(PackageEntity, 'k', 'name', 'metadata', 'createdAt'),
  tags: texts`array(select t.name from package_tags t where t.package_id = k.id order by t.id)`,
};

/** A version as it appears in documents. */
export type NugetPackage = RowOf<typeof VERSION>;

const PLACE = bigint`w.place`;
/** Without dependencies, which may be long and are not part of search results. */
const FOUND = { ...VERSION, metadata: json<NugetPackage['metadata']>`k.metadata - 'dependencyGroups'` };

const TABLE: DocumentTable = { table: sql`packages k`, id: sql`k.id`, metadata: sql`k.metadata` };

const NAME_KEY = columnsOf(PackageEntity, 'k', 'nameKey');

/** Parameters of a search. */
export interface NugetSearch {
  /** Part of the id. */
  readonly text: string;
  readonly withPrereleases: boolean;
  readonly skip: number;
  readonly take: number;
}

/** Versions that can be installed, which excludes those with only symbols. For `packages k`. */
const INSTALLABLE = sql`k.package_type = 'nuget' and k.status = 'default' and exists (
  select 1 from package_files f
  where f.package_id = k.id and f.file_name = k.name_key || '.' || k.version_key || '.nupkg' and f.deleted_at is null)`;

/** Reads the parts of the documents: one statement per part, however many projects and versions there are. */
@Injectable()
export class NugetRepository {
  constructor(private readonly database: Database) {}

  /**
   * All versions of packages, each once: if several projects hold a version, the newest package is used (contract:
   * packages §4.9).
   */
  versions(projectIds: readonly number[], nameKeys: readonly string[]): Promise<NugetVersionName[]> {
    return this.database.rows(
      select(
        NAMED,
        sql`from (
          select distinct on (k.name_key, k.version_key) k.* from packages k
          where ${within(projectIds)} and k.name_key = any(${[...nameKeys]}::text[]) and ${INSTALLABLE}
          order by k.name_key, k.version_key, k.id desc) k`,
      ),
    );
  }

  findVersion(projectIds: readonly number[], nameKey: string, versionKey: string): Promise<NugetPackage | null> {
    return this.database.row(
      select(
        VERSION,
        sql`from packages k
          where ${within(projectIds)} and k.name_key = ${nameKey} and k.version_key = ${versionKey} and ${INSTALLABLE}
          order by k.id desc limit 1`,
      ),
    );
  }

  /** The first of these versions, in the given order, as many as may be held in memory at once. */
  firstOf(ids: readonly number[]) {
    const first = heldAtOnce(ids, TABLE);
    return this.database.rows(
      select({ ...VERSION, place: PLACE }, sql`from ${first} w join packages k on k.id = w.id order by w.place`),
    );
  }

  /** Versions as they appear in search results. */
  found(ids: readonly number[]): Promise<NugetPackage[]> {
    return this.database.rows(select(FOUND, sql`from packages k where k.id = any(${[...ids]}::bigint[])`));
  }

  /** One page of the ids that the search finds, as keys. */
  async find(projectIds: readonly number[], search: NugetSearch): Promise<readonly string[]> {
    const rows = await this.database.rows(
      select(
        NAME_KEY,
        sql`from (select distinct k.name_key from packages k where ${found(projectIds, search)}) k
          order by k.name_key limit ${search.take} offset ${search.skip}`,
      ),
    );
    return rows.map(({ nameKey }) => nameKey);
  }

  /** Number of ids that the search finds. */
  async count(projectIds: readonly number[], search: NugetSearch): Promise<number> {
    const row = await this.database.row(
      select({ count: bigint`count(distinct k.name_key)` }, sql`from packages k where ${found(projectIds, search)}`),
    );
    return row?.count ?? 0;
  }
}

const within = (projectIds: readonly number[]): Sql => sql`k.project_id = any(${[...projectIds]}::bigint[])`;

const found = (projectIds: readonly number[], { text, withPrereleases }: NugetSearch): Sql => sql`
  ${within(projectIds)} and ${INSTALLABLE}
  ${text === '' ? empty : sql`and ${contains(sql`k.name`, text)}`}
  ${withPrereleases ? empty : sql`and k.version_key not like '%-%'`}`;
