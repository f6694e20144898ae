import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import type { Package, PackageFile } from '../package.js';
import { FILE_COLUMNS, FILE_TABLES, PACKAGE_COLUMNS } from '../records/package.columns.js';
import { holdModuleName, moduleHeldElsewhere } from '../records/held-modules.sql.js';
import { PackageFileEntity } from '../records/package-file.entity.js';

/** Restores deleted packages and files in the caller's transaction. */
@Injectable()
export class RestorationRepository {
  constructor(private readonly database: Database) {}

  /** Gives the package its former status; null if no such package was deleted in the last `windowSeconds`. */
  revealPackage(projectId: number, id: number, windowSeconds: number): Promise<Package | null> {
    return this.database.row(
      returning(
        PACKAGE_COLUMNS,
        sql`
          update packages k
          set status = k.status_before_deletion, status_before_deletion = null, deleted_at = null, updated_at = now()
          where k.id = ${id} and k.project_id = ${projectId}
            and k.deleted_at > now() - ${windowSeconds} * interval '1 second'`,
      ),
    );
  }

  /**
   * Whether another project has taken the name of a module in the meantime; none can take it until the transaction
   * ends.
   */
  async isModuleHeldElsewhere(projectId: number, name: string): Promise<boolean> {
    await this.database.run(holdModuleName(projectId, name));
    return this.database.exists(moduleHeldElsewhere(projectId, name));
  }

  /** Whether a file of the same name was published after this one was deleted, and still exists. */
  isFilePublishedAnew(packageId: number, id: number): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from package_files f join package_files anew on anew.package_id = f.package_id
        and anew.file_name = f.file_name and anew.created_at > f.deleted_at
      where f.id = ${id} and f.package_id = ${packageId} and anew.deleted_at is null`);
  }

  /** Null if the package has no such file that was deleted in the last `windowSeconds`. */
  async revealFile(packageId: number, id: number, windowSeconds: number): Promise<PackageFile | null> {
    const revealed = await this.database.row(
      returning(
        columnsOf(PackageFileEntity, 'f', 'id'),
        sql`
          update package_files f set deleted_at = null
          where f.id = ${id} and f.package_id = ${packageId}
            and f.deleted_at > now() - ${windowSeconds} * interval '1 second'`,
      ),
    );
    return revealed && this.database.row(select(FILE_COLUMNS, sql`from ${FILE_TABLES} where f.id = ${id}`));
  }
}
