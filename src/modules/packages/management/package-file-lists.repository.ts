import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import { ListWindows, PARENT } from '../../../platform/database/list-windows.js';
import type { ChildLists } from '../../../platform/database/list-windows.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import type { PackageFile } from '../package.js';
import { PackageFileEntity } from '../records/package-file.entity.js';
import { FILE_COLUMNS, FILE_TABLES } from '../records/package.columns.js';

const FILES = listOf({
  type: 'PackageFile',
  columns: FILE_COLUMNS,
  from: sql`package_files f`,
  joins: { to: 'f', sql: sql`join package_blobs b on b.id = f.blob_id` },
  defaultSort: { by: 'id', direction: 'asc' },
});

/** Lists and deletes files of packages for the management API. */
@Injectable()
export class PackageFileListsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly windows: ListWindows,
  ) {}

  page(packageId: number, page: PageRequest): Promise<Page<PackageFile>> {
    return this.lists.page(FILES, [sql`f.package_id = ${packageId}`, sql`f.deleted_at is null`], { page });
  }

  /** Files of each of many packages. */
  ofPackages(): ChildLists<PackageFile> {
    return this.windows.below(FILES, [sql`f.package_id = ${PARENT}`, sql`f.deleted_at is null`]);
  }

  /** A file of any package, including packages that are not shown. */
  findAnywhere(id: number): Promise<PackageFile | null> {
    return this.database.row(
      select(FILE_COLUMNS, sql`from ${FILE_TABLES} where f.id = ${id} and f.deleted_at is null`),
    );
  }

  /**
   * Locks a package and updates its time of change; returns false if there is no such package whose files can be
   * deleted.
   */
  async lockPackage(projectId: number, id: number): Promise<boolean> {
    const changed = await this.database.run(sql`
      update packages set updated_at = now()
      where id = ${id} and project_id = ${projectId} and status in ('default', 'hidden', 'error')`);
    return changed > 0;
  }

  /** Null if there is no such file; of parallel calls, only one deletes it. */
  markDeleted(packageId: number, id: number): Promise<Pick<PackageFileEntity, 'fileName' | 'createdAt'> | null> {
    return this.database.row(
      returning(
        columnsOf(PackageFileEntity, 'f', 'fileName', 'createdAt'),
        sql`
          update package_files f set deleted_at = now()
          where f.id = ${id} and f.package_id = ${packageId} and f.deleted_at is null`,
      ),
    );
  }
}
