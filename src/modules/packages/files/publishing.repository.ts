import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { effectiveLevel, LIVE_PROJECT } from '../../../core/access/levels.sql.js';
import { ProjectEntity } from '../../../core/projects/project.entity.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { boolean, extended, integer, returning, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { PackageBlobEntity } from '../records/package-blob.entity.js';
import { PackageFileEntity } from '../records/package-file.entity.js';
import { PackageEntity } from '../records/package.entity.js';
import type { PackageStatus, PackageType } from '../package-types.js';
import type { StoredContent } from './stored-content.js';

const PACKAGE_ID = columnsOf(PackageEntity, 'k', 'id');
const FILE_ID = columnsOf(PackageFileEntity, 'f', 'id');
const BLOB = columnsOf(PackageBlobEntity, 'b', 'id', 'storeKey');

const TARGET = {
  ...columnsOf(ProjectEntity, 'p', 'visibility', 'archived', 'packagesEnabled'),
  isUsable: boolean`u.state is not distinct from 'active' and u.confirmed_at is not null`,
  isAdmin: boolean`u.is_admin is true`,
};

/** The project of a publication, and the publisher's rights there. */
export type PublishingTarget = RowOf<typeof TARGET> & { readonly level: number };

/** The key of a package, and the values to create it with. */
export interface PackageDraft {
  readonly projectId: number;
  readonly packageType: PackageType;
  readonly name: string;
  readonly nameKey: string;
  readonly version: string;
  readonly versionKey: string;
  readonly status: PackageStatus;
  readonly creatorId: number | null;
}

export type FileDraft = Pick<
  PackageFileEntity,
  'packageId' | 'projectId' | 'fileName' | 'blobId' | 'size' | 'isSole' | 'metadata'
>;

/** Writes packages and their files in the caller's transaction. */
@Injectable()
export class PublishingRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns the id of the package with this name and version, and creates the package if there is none; its row stays
   * locked until the transaction ends. Of parallel calls, only one creates it. A package that is being deleted is not
   * found.
   */
  async lockOrCreate(draft: PackageDraft): Promise<number> {
    const row = await this.database.row(
      returning(
        PACKAGE_ID,
        sql`
          insert into packages as k (project_id, package_type, name, name_key, version, version_key, status, creator_id)
          values (${draft.projectId}, ${draft.packageType}, ${draft.name}, ${draft.nameKey}, ${draft.version},
            ${draft.versionKey}, ${draft.status}, ${draft.creatorId})
          on conflict (project_id, package_type, name_key, version_key) where status <> 'pending_destruction'
          do update set updated_at = now()`,
      ),
    );
    return requireRow(row).id;
  }

  /**
   * Returns the publisher's current rights in the project, for a request that was authorized earlier; null if the
   * project is gone.
   */
  findTarget(projectId: number, creatorId: number | null): Promise<PublishingTarget | null> {
    const userId = creatorId ?? 0;
    return this.database.row(
      select(
        extended(TARGET, {
          level: integer`${effectiveLevel(userId)}`,
        }),
        sql`from projects p join namespaces n on n.id = p.namespace_id left join users u on u.id = ${userId}
          where p.id = ${projectId} and ${LIVE_PROJECT}`,
      ),
    );
  }

  /** Returns the row of these bytes, and creates it if there is none; the row is locked against garbage collection. */
  async lockOrInsertBlob(content: StoredContent): Promise<{ readonly id: number; readonly isNew: boolean }> {
    const { storeKey, size, md5, sha1, sha256, sha512 } = content;
    const row = await this.database.row(
      returning(
        BLOB,
        sql`
          insert into package_blobs as b (sha256, sha512, sha1, md5, size, store_key)
          values (${sha256}, ${sha512}, ${sha1}, ${md5}, ${size}, ${storeKey})
          on conflict (sha256) do update set size = b.size`,
      ),
    );
    const { id, storeKey: kept } = requireRow(row);
    return { id, isNew: kept === storeKey };
  }

  /** Whether a row refers to the object with this key. */
  keeps(storeKey: string): Promise<boolean> {
    return this.database.exists(sql`select 1 from package_blobs where store_key = ${storeKey}`);
  }

  /** Whether the package, whose row the transaction has locked, has a file of this name. */
  holdsFile(packageId: number, fileName: string): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from package_files f
      where f.package_id = ${packageId} and f.file_name = ${fileName} and f.deleted_at is null limit 1`);
  }

  async insertFile(draft: FileDraft): Promise<number> {
    const { packageId, projectId, fileName, blobId, size, isSole, metadata } = draft;
    const row = await this.database.row(
      returning(
        FILE_ID,
        sql`
          insert into package_files as f (package_id, project_id, file_name, blob_id, size, is_sole, metadata)
          values (${packageId}, ${projectId}, ${fileName}, ${blobId}, ${size}, ${isSole}, ${JSON.stringify(metadata)}::jsonb)`,
      ),
    );
    return requireRow(row).id;
  }

  /** Links the pipeline to the package and to the file; safe to repeat. */
  async linkPipeline(packageId: number, fileId: number, pipelineId: number): Promise<void> {
    await this.database.runWithNext(sql`
      insert into package_pipelines (package_id, package_file_id, pipeline_id)
      values (${packageId}, null, ${pipelineId}), (${packageId}, ${fileId}, ${pipelineId})
      on conflict do nothing`);
  }
}

function requireRow<R>(row: R | null): R {
  if (!row) {
    throw new Error('The statement answered no row.');
  }
  return row;
}
