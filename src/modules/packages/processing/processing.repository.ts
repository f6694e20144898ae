import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { PackageBlobEntity } from '../records/package-blob.entity.js';
import { PackageFileEntity } from '../records/package-file.entity.js';
import { PackageEntity } from '../records/package.entity.js';
import type { Manifest } from './manifest-reader.js';

const ACCEPTED = {
  ...columnsOf(PackageEntity, 'k', 'id', 'projectId', 'packageType'),
  ...columnsOf(PackageFileEntity, 'f', 'size', 'metadata'),
  ...columnsOf(PackageBlobEntity, 'b', 'storeKey'),
};
const PACKAGE_ID = columnsOf(PackageEntity, 'k', 'id');

/** A package of which only the archive is known. */
export type AcceptedPackage = RowOf<typeof ACCEPTED>;

/** Packages with the status `processing` (contract: packages §3.3). */
@Injectable()
export class ProcessingRepository {
  constructor(private readonly database: Database) {}

  /** Null if the package has already been processed, or is gone. */
  find(id: number): Promise<AcceptedPackage | null> {
    return this.database.row(
      select(
        ACCEPTED,
        sql`from packages k join package_files f on f.package_id = k.id join package_blobs b on b.id = f.blob_id
          where k.id = ${id} and k.status = 'processing'`,
      ),
    );
  }

  /** Ids of packages that were accepted at least this long ago, oldest first. */
  async left(seconds: number, limit: number): Promise<readonly number[]> {
    const rows = await this.database.rows(
      select(
        PACKAGE_ID,
        sql`from packages k
          where k.status = 'processing' and k.created_at < now() - ${seconds} * interval '1 second'
          order by k.created_at limit ${limit}`,
      ),
    );
    return rows.map(({ id }) => id);
  }

  /** Ends processing with the error. */
  async fail(id: number, reason: string): Promise<void> {
    await this.database.run(sql`
      update packages set status = 'error', status_message = ${reason}, updated_at = now()
      where id = ${id} and status = 'processing'`);
  }

  /** Locks the package until the transaction ends; returns false if another process has processed it. */
  async lock(id: number): Promise<boolean> {
    const row = await this.database.row(
      select(PACKAGE_ID, sql`from packages k where k.id = ${id} and k.status = 'processing' for update`),
    );
    return row !== null;
  }

  /** Returns the existing package of that name and version; none can appear until the transaction ends. */
  async lockVersion({ projectId, packageType }: AcceptedPackage, manifest: Manifest): Promise<number | null> {
    const { nameKey, versionKey } = manifest;
    const lockName = `package ${projectId} ${packageType} ${nameKey} ${versionKey}`;
    await this.database.run(sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`);
    const row = await this.database.row(
      select(
        PACKAGE_ID,
        sql`from packages k
          where k.project_id = ${projectId} and k.package_type = ${packageType} and k.name_key = ${nameKey}
            and k.version_key = ${versionKey} and k.status <> 'pending_destruction'
          for update`,
      ),
    );
    return row?.id ?? null;
  }

  holdsFile(id: number, fileName: string): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from package_files f
      where f.package_id = ${id} and f.file_name = ${fileName} and f.deleted_at is null limit 1`);
  }

  async remove(id: number): Promise<void> {
    await this.database.run(sql`delete from packages where id = ${id}`);
  }

  /** Gives the package the name and version from its archive. */
  async become(id: number, { name, nameKey, version, versionKey, metadata }: Manifest): Promise<void> {
    await this.database.run(sql`
      update packages
      set name = ${name}, name_key = ${nameKey}, version = ${version}, version_key = ${versionKey},
        metadata = ${JSON.stringify(metadata)}::jsonb, status = 'default', updated_at = now()
      where id = ${id}`);
  }

  /**
   * Moves the file and its pipelines to the existing package of this version, and removes the package it arrived with.
   */
  async join(id: number, into: number, { metadata, isAddition }: Manifest): Promise<void> {
    await this.database.run(sql`update package_files set package_id = ${into} where package_id = ${id}`);
    await this.database.run(sql`
      insert into package_pipelines (package_id, package_file_id, pipeline_id)
      select ${into}, l.package_file_id, l.pipeline_id from package_pipelines l where l.package_id = ${id}
      on conflict do nothing`);
    await this.database.run(sql`delete from packages where id = ${id}`);
    await this.database.run(sql`
      update packages
      set metadata = case when ${isAddition} then metadata else ${JSON.stringify(metadata)}::jsonb end, updated_at = now()
      where id = ${into}`);
  }

  async describeFile(packageId: number, { fileName, fileMetadata }: Manifest): Promise<void> {
    await this.database.run(sql`
      update package_files set file_name = ${fileName}, metadata = ${JSON.stringify(fileMetadata)}::jsonb
      where package_id = ${packageId}`);
  }

  /**
   * Replaces the tags of one package. Their names are unique within it, unlike tags that move between versions. A
   * deleted package of the same version keeps its own tags for its restoration.
   */
  async replaceTags(packageId: number, projectId: number, { nameKey, versionKey, tags }: Manifest): Promise<void> {
    await this.database.run(sql`delete from package_tags where package_id = ${packageId}`);
    await this.database.run(sql`
      insert into package_tags (package_id, project_id, name_key, name)
      select ${packageId}, ${projectId}, ${`${nameKey}/${versionKey}/${packageId}`}, tag
      from unnest(${[...tags]}::text[]) with ordinality t (tag, place) order by place
      on conflict do nothing`);
  }
}
