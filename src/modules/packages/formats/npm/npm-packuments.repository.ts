import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../../../platform/database/columns-of.js';
import { Database } from '../../../../platform/database/database.js';
import { rowByRow } from '../../../../platform/database/row-by-row.js';
import { bigint, select, text } from '../../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../../platform/database/typed-sql.js';
import { stampOf } from '../../files/stamp.sql.js';
import { PackageBlobEntity } from '../../records/package-blob.entity.js';
import { PackageFileEntity } from '../../records/package-file.entity.js';
import { PackageTagEntity } from '../../records/package-tag.entity.js';
import { PackageEntity } from '../../records/package.entity.js';
import { NpmVersionEntity } from './npm-version.entity.js';

const VERSION = {
  ...columnsOf(PackageEntity, 'k', 'projectId', 'version', 'versionKey', 'createdAt', 'updatedAt'),
  ...columnsOf(NpmVersionEntity, 'v', 'manifest', 'deprecated'),
  ...columnsOf(PackageFileEntity, 'f', 'fileName'),
  ...columnsOf(PackageBlobEntity, 'b', 'sha1', 'sha512'),
  /** Number of versions up to the limit, including those left out because their manifests were too long. */
  found: bigint`newest.found`,
};
/** A version as it appears in packuments. */
export type NpmVersion = RowOf<typeof VERSION>;

const TAG = { ...columnsOf(PackageTagEntity, 't', 'name'), ...columnsOf(PackageEntity, 'k', 'version') };
/** A dist-tag and the version that has it. */
export type NpmTag = RowOf<typeof TAG>;

/** The number of versions, and a stamp that changes when anything about them changes. */
const STATE = (tags: Sql) => ({
  versions: bigint`count(*)`,
  stamp: text`concat_ws('-', ${stampOf(sql`k.id`, sql`extract(epoch from k.updated_at)`)}, (${tags}))`,
});
export type PackumentState = RowOf<ReturnType<typeof STATE>>;

/**
 * A name in several projects; of a version that more than one of them holds, the newest package is used (contract:
 * packages §4.9).
 */
export interface NpmLookup {
  readonly projectIds: readonly number[];
  readonly name: string;
}

/** Reads the parts of packuments: one statement per part, however many projects and versions there are. */
@Injectable()
export class NpmPackumentsRepository {
  constructor(private readonly database: Database) {}

  async state(of: NpmLookup): Promise<PackumentState> {
    const tags = sql`
      select ${stampOf(sql`t.package_id`, sql`t.name`, sql`extract(epoch from t.updated_at)`)} from package_tags t
      where t.project_id = any(${[...of.projectIds]}::bigint[]) and t.name_key = ${of.name}`;
    const row = await this.database.lookup(select(STATE(tags), sql`from packages k where ${isOf(of)}`));
    return row ?? { versions: 0, stamp: '' };
  }

  /**
   * The versions after `after`, in the order of their keys: at least one, and more as long as their manifests total no
   * more than `bytes`.
   */
  versions(of: NpmLookup, after: string, limit: number, bytes: number): Promise<NpmVersion[]> {
    return this.database.rows(
      select(
        VERSION,
        sql`from (
            select n.id, sum(octet_length(m.manifest)) over (order by n.version_key) as total,
              row_number() over (order by n.version_key) as place, count(*) over () as found
            from (
              select distinct on (k.version_key) k.id, k.version_key from packages k
              where ${isOf(of)} and k.version_key > ${after}
              order by k.version_key, k.id desc limit ${limit}) n
            join npm_versions m on m.package_id = n.id) newest
          join packages k on k.id = newest.id and (newest.place = 1 or newest.total <= ${bytes}::bigint)
          join npm_versions v on v.package_id = k.id
          cross join lateral (
            select held.file_name, held.blob_id from package_files held
            where held.package_id = k.id and held.deleted_at is null order by held.id desc limit 1) f
          join package_blobs b on b.id = f.blob_id
          order by k.version_key`,
      ),
    );
  }

  async versionNames(of: NpmLookup): Promise<readonly string[]> {
    const rows = await this.database.rows(
      select(columnsOf(PackageEntity, 'k', 'version'), sql`from packages k where ${isOf(of)}`),
    );
    return rows.map(({ version }) => version);
  }

  /** Each tag once; if several projects have it, the one that was set last. */
  tags(of: NpmLookup): Promise<NpmTag[]> {
    return this.database.rows(
      select(
        TAG,
        sql`from (
            select distinct on (t.name) t.name, t.package_id from package_tags t join packages k on k.id = t.package_id
            where t.project_id = any(${[...of.projectIds]}::bigint[]) and t.name_key = ${of.name} and ${isOf(of)}
            order by t.name, t.updated_at desc, t.id desc) t
          join packages k on k.id = t.package_id
          order by t.name`,
      ),
    );
  }

  /** JSON of the text; null if the version has none. */
  async readme(of: NpmLookup, version: string): Promise<string | null> {
    const row = await this.database.row(
      select(
        columnsOf(NpmVersionEntity, 'v', 'readme'),
        sql`from packages k join npm_versions v on v.package_id = k.id
          where ${isOf(of)} and k.version = ${version} order by k.id desc limit 1`,
      ),
    );
    return row?.readme ?? null;
  }
}

/** For `packages k`. */
const HAS_TARBALL = rowByRow(sql`
  exists (select 1 from package_files f where f.package_id = k.id and f.deleted_at is null)`);

/** For `packages k`: versions that have a tarball. */
const isOf = ({ projectIds, name }: NpmLookup): Sql => sql`
  k.project_id = any(${[...projectIds]}::bigint[]) and k.package_type = 'npm' and k.name_key = ${name}
  and k.status = 'default'
  and ${HAS_TARBALL}`;
