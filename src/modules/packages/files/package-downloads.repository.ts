import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { boolean, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { PackageFile } from '../package.js';
import { FILE_COLUMNS, FILE_TABLES } from '../records/package.columns.js';
import { PackageEntity } from '../records/package.entity.js';
import type { PackageDraft } from './publishing.repository.js';

/** The key of a package. */
export type PackageAddress = Pick<PackageDraft, 'projectId' | 'packageType' | 'nameKey' | 'versionKey'>;

/** The key of a package without its project. */
export type PackageVersionKey = Omit<PackageAddress, 'projectId'>;

const PACKAGE_ID = columnsOf(PackageEntity, 'k', 'id');
/** For `packages k`, `package_files f` and `package_blobs b`. */
export const SERVED = {
  ...FILE_COLUMNS,
  /** No download of the package was recorded in the last minute (contract: packages §3.1). */
  isNoteDue: boolean`k.last_downloaded_at is null or k.last_downloaded_at < now() - interval '1 minute'`,
};

/** A file that is served. */
export type ServedFile = RowOf<typeof SERVED>;

@Injectable()
export class PackageDownloadsRepository {
  constructor(private readonly database: Database) {}

  /** The newest file of that name, even in hidden packages (contract: packages §3.3). */
  findNewest(address: PackageAddress, fileName: string): Promise<ServedFile | null> {
    return this.database.lookup(
      select(
        SERVED,
        sql`from packages k join package_files f on f.package_id = k.id join package_blobs b on b.id = f.blob_id
          where ${isAt(address)} and k.status in ('default', 'hidden')
            and f.file_name = ${fileName} and f.deleted_at is null
          order by f.id desc limit 1`,
      ),
    );
  }

  /** A file with these bytes and this name in one of the projects. */
  findByDigest(
    { projectIds, packageType }: Pick<PackageDraft, 'packageType'> & { readonly projectIds: readonly number[] },
    { sha256, fileName }: Pick<PackageFile, 'sha256' | 'fileName'>,
  ): Promise<ServedFile | null> {
    return this.database.row(
      select(
        SERVED,
        sql`from package_blobs b join package_files f on f.blob_id = b.id join packages k on k.id = f.package_id
          where b.sha256 = ${sha256} and f.file_name = ${fileName} and f.deleted_at is null
            and k.project_id = any(${[...projectIds]}::bigint[]) and k.package_type = ${packageType}
            and k.status in ('default', 'hidden')
          order by f.id desc limit 1`,
      ),
    );
  }

  /**
   * The newest file of that name in several projects; the newest package takes precedence (contract: packages §4.9).
   */
  findNewestIn(
    projectIds: readonly number[],
    version: PackageVersionKey,
    fileName: string,
  ): Promise<ServedFile | null> {
    const { packageType, nameKey, versionKey } = version;
    return this.database.row(
      select(
        SERVED,
        sql`from packages k join package_files f on f.package_id = k.id join package_blobs b on b.id = f.blob_id
          where k.project_id = any(${[...projectIds]}::bigint[]) and k.package_type = ${packageType}
            and k.name_key = ${nameKey} and k.version_key = ${versionKey} and k.status in ('default', 'hidden')
            and f.file_name = ${fileName} and f.deleted_at is null
          order by k.id desc, f.id desc limit 1`,
      ),
    );
  }

  /** The id of the package with that name and version, if it can be deleted. */
  async findPackage(address: PackageAddress): Promise<number | null> {
    const row = await this.database.row(
      select(PACKAGE_ID, sql`from packages k where ${isAt(address)} and k.status in ('default', 'hidden', 'error')`),
    );
    return row?.id ?? null;
  }

  /** A file of this package by its id. */
  findOfPackage(packageId: number, id: number): Promise<ServedFile | null> {
    return this.database.row(
      select(
        SERVED,
        sql`from packages k join package_files f on f.package_id = k.id join package_blobs b on b.id = f.blob_id
          where k.id = ${packageId} and f.id = ${id} and f.deleted_at is null`,
      ),
    );
  }

  /** A file by its id, in any package. */
  find(id: number): Promise<PackageFile | null> {
    return this.database.row(select(FILE_COLUMNS, sql`from ${FILE_TABLES} where f.id = ${id}`));
  }

  /** Records a download of the package, at most once a minute. */
  async noteDownload(packageId: number): Promise<void> {
    await this.database.relaxedly(() =>
      this.database.run(sql`
        update packages k set last_downloaded_at = now()
        where k.id = ${packageId}
          and (k.last_downloaded_at is null or k.last_downloaded_at < now() - interval '1 minute')`),
    );
  }
}

const isAt = ({ projectId, packageType, nameKey, versionKey }: PackageAddress): Sql => sql`
  k.project_id = ${projectId} and k.package_type = ${packageType} and k.name_key = ${nameKey}
  and k.version_key = ${versionKey} and k.status <> 'pending_destruction'`;
