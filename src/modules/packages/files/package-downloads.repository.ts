import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { boolean, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { PackageFile } from '../package.js';
import { FILE_COLUMNS, FILE_TABLES } from '../records/package.columns.js';
import type { PackageDraft } from './publishing.repository.js';

/** What a package is found by. */
export type PackageAddress = Pick<PackageDraft, 'projectId' | 'packageType' | 'nameKey' | 'versionKey'>;

const SERVED = {
  ...FILE_COLUMNS,
  /** No download of the package was noted in the last minute (contract: packages §3.1). */
  isNoteDue: boolean`k.last_downloaded_at is null or k.last_downloaded_at < now() - interval '1 minute'`,
};

/** A file that is served. */
export type ServedFile = RowOf<typeof SERVED>;

@Injectable()
export class PackageDownloadsRepository {
  constructor(private readonly database: Database) {}

  /** The newest file of that name; of hidden packages too (contract: packages §3.3). */
  findNewest(address: PackageAddress, fileName: string): Promise<ServedFile | null> {
    return this.database.row(
      select(
        SERVED,
        sql`from packages k join package_files f on f.package_id = k.id join package_blobs b on b.id = f.blob_id
          where ${isAt(address)} and k.status in ('default', 'hidden')
            and f.file_name = ${fileName} and f.deleted_at is null
          order by f.id desc limit 1`,
      ),
    );
  }

  /** A file by its id, whatever its package. */
  find(id: number): Promise<PackageFile | null> {
    return this.database.row(select(FILE_COLUMNS, sql`from ${FILE_TABLES} where f.id = ${id}`));
  }

  /** Once a minute for a package, however many downloads there are. */
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
