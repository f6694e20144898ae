import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { LIVE_PROJECT } from '../../../../core/access/levels.sql.js';
import { columnsOf } from '../../../../platform/database/columns-of.js';
import { Database } from '../../../../platform/database/database.js';
import { bigint, json, select, text } from '../../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../../platform/database/typed-sql.js';
import { heldAtOnce } from '../../files/document-rows.sql.js';
import type { DocumentTable } from '../../files/document-rows.sql.js';
import { SERVED } from '../../files/package-downloads.repository.js';
import type { ServedFile } from '../../files/package-downloads.repository.js';
import type { StoredContent } from '../../files/stored-content.js';
import { readableBy } from '../../protocol/package-groups.repository.js';
import type { PackageSubject } from '../../protocol/package-subject.js';
import { PackageBlobEntity } from '../../records/package-blob.entity.js';
import { PackageFileEntity } from '../../records/package-file.entity.js';
import { PackageEntity } from '../../records/package.entity.js';
import { INFO_FILE, recipeName } from './recipe.js';
import type { ConanInfo } from './read-conan-info.js';
import type { ConanTarget, Recipe } from './recipe.js';

const NAME = columnsOf(PackageEntity, 'k', 'name');
const PACKAGE_ID = columnsOf(PackageEntity, 'k', 'id');
const CONTENT = columnsOf(PackageBlobEntity, 'b', 'storeKey', 'size', 'md5', 'sha1', 'sha256', 'sha512');
const FILE_ID = columnsOf(PackageFileEntity, 'f', 'id');
const BINARY = {
  ref: text`f.metadata ->> 'ref'`,
  info: json<ConanInfo>`f.metadata -> 'info'`,
  place: bigint`w.place`,
};
const TABLE: DocumentTable = { table: sql`package_files f`, id: sql`f.id`, metadata: sql`f.metadata` };

/** A binary package and the content of its `conaninfo.txt`. */
export type BinaryPackage = RowOf<typeof BINARY>;

const FILES = sql`from packages k join package_files f on f.package_id = k.id join package_blobs b on b.id = f.blob_id`;
const MOST_FOUND = 1000;

@Injectable()
export class ConanRepository {
  constructor(private readonly database: Database) {}

  /** The newest file of each name of the recipe, or of one of its binary packages. */
  files(projectId: number, target: ConanTarget): Promise<ServedFile[]> {
    return this.database.rows(
      select(
        SERVED,
        sql`${FILES} where f.id in (
            select max(f.id) from packages k join package_files f on f.package_id = k.id
            where ${isRecipe(projectId, target)} and ${isOf(target)} group by f.file_name)
          order by f.file_name`,
      ),
    );
  }

  async findPackage(projectId: number, recipe: Recipe): Promise<number | null> {
    const row = await this.database.row(select(PACKAGE_ID, sql`from packages k where ${isRecipe(projectId, recipe)}`));
    return row?.id ?? null;
  }

  /** Ids of the newest `conaninfo.txt` of each binary package of a recipe. */
  async infoFiles(projectId: number, recipe: Recipe): Promise<readonly number[]> {
    const rows = await this.database.rows(
      select(
        FILE_ID,
        sql`from package_files f where f.id in (
            select max(f.id) from packages k join package_files f on f.package_id = k.id
            where ${isRecipe(projectId, recipe)} and f.deleted_at is null and f.file_name = ${INFO_FILE}
              and f.metadata ? 'ref'
            group by f.metadata ->> 'ref')
          order by f.metadata ->> 'ref'`,
      ),
    );
    return rows.map(({ id }) => id);
  }

  /** The first of these binary packages, in the given order, as many as may be held in memory at once. */
  firstOf(infoFiles: readonly number[]): Promise<BinaryPackage[]> {
    const first = heldAtOnce(infoFiles, TABLE);
    return this.database.rows(
      select(BINARY, sql`from ${first} w join package_files f on f.id = w.id order by w.place`),
    );
  }

  /**
   * Recipes whose name matches one of the patterns, in one project or in all that the subject may read. The user part
   * that names the project is compared without case, as the path by which the recipe is stored and read.
   */
  async search(patterns: readonly string[], where: { readonly projectId?: number; readonly subject: PackageSubject }) {
    const { projectId, subject } = where;
    const within =
      projectId === undefined
        ? sql`lower(split_part(split_part(k.name, '@', 2), '/', 1)) = lower(replace(r.path, '/', '+'))
            and ${LIVE_PROJECT} and (${readableBy(subject)})`
        : sql`k.project_id = ${projectId}`;
    const rows = await this.database.rows(
      select(
        NAME,
        sql`from packages k join projects p on p.id = k.project_id join routes r on r.project_id = p.id
          where k.package_type = 'conan' and k.status = 'default' and k.name ilike any (${patterns}) and ${within}
            and exists (select 1 from package_files f where f.package_id = k.id and f.deleted_at is null)
          order by k.name limit ${MOST_FOUND}`,
      ),
    );
    return rows.map(({ name }) => name);
  }

  /** Bytes that a package of the project has, locked against garbage collection until the transaction ends. */
  lockContent(projectId: number, sha1: string): Promise<StoredContent | null> {
    return this.database.row(
      select(
        CONTENT,
        sql`from package_blobs b
          where b.sha1 = ${sha1} and exists (
            select 1 from package_files f join packages k on k.id = f.package_id
            where f.blob_id = b.id and k.project_id = ${projectId} and k.package_type = 'conan'
              and k.status <> 'pending_destruction' and f.deleted_at is null)
          limit 1 for key share of b`,
      ),
    );
  }

  /** Deletes the files of these binary packages, or of all; returns the number of files. */
  async deleteBinaries(packageId: number, refs: readonly string[]): Promise<number> {
    const isMeant = refs.length === 0 ? empty : sql`and f.metadata ->> 'ref' = any(${[...refs]}::text[])`;
    return this.delete(packageId, sql`f.metadata ? 'ref' ${isMeant}`);
  }

  /** Deletes files of the recipe; returns their number. */
  async deleteRecipeFiles(packageId: number, names: readonly string[]): Promise<number> {
    return this.delete(packageId, sql`not f.metadata ? 'ref' and f.file_name = any(${[...names]}::text[])`);
  }

  private async delete(packageId: number, isMeant: Sql): Promise<number> {
    const deleted = await this.database.run(sql`
      update package_files f set deleted_at = now()
      where f.package_id = ${packageId} and f.deleted_at is null and ${isMeant}`);
    if (deleted > 0) {
      await this.database.run(sql`update packages set updated_at = now() where id = ${packageId}`);
    }
    return deleted;
  }
}

const isRecipe = (projectId: number, recipe: Recipe): Sql => sql`
  k.project_id = ${projectId} and k.package_type = 'conan' and k.name_key = ${recipeName(recipe)}
  and k.version_key = ${recipe.version} and k.status = 'default'`;

const isOf = ({ ref }: ConanTarget): Sql =>
  ref === null
    ? sql`f.deleted_at is null and not f.metadata ? 'ref'`
    : sql`f.deleted_at is null and f.metadata ->> 'ref' = ${ref}`;
