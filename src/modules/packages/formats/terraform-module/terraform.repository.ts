import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { LIVE_PROJECT } from '../../../../core/access/levels.sql.js';
import { columnsOf } from '../../../../platform/database/columns-of.js';
import { Database } from '../../../../platform/database/database.js';
import { select, text } from '../../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../../platform/database/typed-sql.js';
import { SERVED } from '../../files/package-downloads.repository.js';
import { holdModuleName, moduleHeldElsewhere } from '../../records/held-modules.sql.js';
import { PackageFileEntity } from '../../records/package-file.entity.js';
import { PackageEntity } from '../../records/package.entity.js';

const PROJECT_ID = columnsOf(PackageEntity, 'k', 'projectId');
const VERSION = columnsOf(PackageEntity, 'k', 'version');
const MODULE_FILE = { ...SERVED, kind: text`coalesce(f.metadata ->> 'archive', 'tgz')` };

/** The archive of a version. */
export type ModuleFile = RowOf<typeof MODULE_FILE>;

const FILE_ID = columnsOf(PackageFileEntity, 'f', 'id');
const IS_MODULE = sql`k.package_type = 'terraform_module' and k.status = 'default'`;

@Injectable()
export class TerraformRepository {
  constructor(private readonly database: Database) {}

  /** The project below the top-level group that holds the module; null if there is none. */
  async findProject(namespace: string, name: string): Promise<number | null> {
    const row = await this.database.row(
      select(
        PROJECT_ID,
        sql`from packages k join projects p on p.id = k.project_id join namespaces n on n.id = p.namespace_id
          join groups top on top.id = n.traversal_ids[1] join routes r on r.namespace_id = top.id
          where k.name_key = ${name} and ${IS_MODULE} and ${LIVE_PROJECT}
            and lower(r.path) collate "C" = lower(${namespace})
          order by k.id desc limit 1`,
      ),
    );
    return row?.projectId ?? null;
  }

  /** Versions of the module that can be downloaded. */
  async versions(projectId: number, name: string): Promise<readonly string[]> {
    const rows = await this.database.rows(
      select(
        VERSION,
        sql`from packages k
          where k.project_id = ${projectId} and k.name_key = ${name} and ${IS_MODULE}
            and exists (select 1 from package_files f where f.package_id = k.id and f.deleted_at is null)`,
      ),
    );
    return rows.map(({ version }) => version);
  }

  findFile(projectId: number, name: string, version: string): Promise<ModuleFile | null> {
    return this.database.row(
      select(
        MODULE_FILE,
        sql`from packages k join package_files f on f.package_id = k.id join package_blobs b on b.id = f.blob_id
          where k.project_id = ${projectId} and k.name_key = ${name} and k.version_key = ${version} and ${IS_MODULE}
            and f.deleted_at is null
          order by f.id desc limit 1`,
      ),
    );
  }

  /** Whether the version has files other than the one that was just added. */
  async hasOtherFile(packageId: number): Promise<boolean> {
    const rows = await this.database.rows(
      select(FILE_ID, sql`from package_files f where f.package_id = ${packageId} and f.deleted_at is null limit 2`),
    );
    return rows.length > 1;
  }

  /**
   * Whether another project below the same top-level group, or of the same user, holds a module of that name; none can
   * publish one until the transaction ends.
   */
  async isHeldElsewhere(projectId: number, name: string): Promise<boolean> {
    await this.database.run(holdModuleName(projectId, name));
    return this.database.exists(moduleHeldElsewhere(projectId, name));
  }
}
