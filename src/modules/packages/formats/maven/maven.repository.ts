import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../../platform/database/columns-of.js';
import { Database } from '../../../../platform/database/database.js';
import { select, timestamptz, boolean, text } from '../../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../../platform/database/typed-sql.js';
import { PackageBlobEntity } from '../../records/package-blob.entity.js';
import { PackageFileEntity } from '../../records/package-file.entity.js';
import type { MavenPath } from './maven-path.js';

const DIGESTS = columnsOf(PackageBlobEntity, 'b', 'md5', 'sha1', 'sha256', 'sha512');
/** The digests of a stored file. */
export type FileDigests = RowOf<typeof DIGESTS>;

const VERSION = {
  version: text`v.version`,
  isHeld: boolean`bool_or(v.is_held)`,
  changedAt: timestamptz`max(v.updated_at)`,
};
/** A version that one of the projects holds or has deleted. */
export type MavenVersion = RowOf<typeof VERSION>;

/** Whether a version still has files; without any, it counts as not held. For `packages k`. */
const HAS_FILES = sql`exists (select 1 from package_files f where f.package_id = k.id and f.deleted_at is null)`;

@Injectable()
export class MavenRepository {
  constructor(private readonly database: Database) {}

  /** Digests of the newest files of that name. */
  newestDigests(projectId: number, { name, version, fileName }: MavenPath, most: number): Promise<FileDigests[]> {
    return this.database.rows(
      select(
        DIGESTS,
        sql`from packages k join package_files f on f.package_id = k.id join package_blobs b on b.id = f.blob_id
          where k.project_id = ${projectId} and k.package_type = 'maven' and k.name_key = ${name}
            and k.version_key = ${version} and k.status = 'default'
            and f.file_name = ${fileName} and f.deleted_at is null
          order by f.id desc limit ${most}`,
      ),
    );
  }

  /** Versions of the artifact in all the projects together. */
  versionsOf(projectIds: readonly number[], name: string): Promise<MavenVersion[]> {
    const ids = sql`${[...projectIds]}::bigint[]`;
    const isMeant = sql`k.project_id = any(${ids}) and k.package_type = 'maven' and k.name_key = ${name}
      and k.version_key <> ''`;
    return this.database.rows(
      select(
        VERSION,
        sql`from (
            select k.version, k.updated_at, ${HAS_FILES} as is_held from packages k
            where ${isMeant} and k.status <> 'pending_destruction' and k.status = 'default'
            union all
            select k.version, k.updated_at, false from packages k
            where ${isMeant} and k.status = 'pending_destruction') v
          group by v.version`,
      ),
    );
  }

  /** Metadata that was stored with the file when it was uploaded. */
  async metadataOf(fileId: number): Promise<PackageFileEntity['metadata']> {
    const found = await this.database.row(
      select(columnsOf(PackageFileEntity, 'f', 'metadata'), sql`from package_files f where f.id = ${fileId}`),
    );
    return found?.metadata ?? {};
  }
}
