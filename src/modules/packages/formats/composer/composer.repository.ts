import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { Env } from '../../../../platform/config/env.js';
import { columnsOf } from '../../../../platform/database/columns-of.js';
import { Database } from '../../../../platform/database/database.js';
import { bigint, boolean, select, text } from '../../../../platform/database/typed-sql.js';
import { heldAtOnce } from '../../files/document-rows.sql.js';
import type { DocumentTable } from '../../files/document-rows.sql.js';
import { stampOf } from '../../files/stamp.sql.js';
import { PackageEntity } from '../../records/package.entity.js';
import type { ComposerManifest } from './composer-manifest.js';

/** What is stored about a version: the archive's reference, and whether that is a commit. */
export interface ComposerSource {
  readonly reference: string;
  readonly isCommit: boolean;
}

const IS_DEV = sql`(k.version like 'dev-%' or k.version like '%-dev')`;
const NEWEST_FILE = sql`(select max(f.id) from package_files f where f.package_id = k.id and f.deleted_at is null)`;
const STAMP = {
  stamp: text`${stampOf(sql`k.id`, sql`extract(epoch from k.updated_at)`, sql`r.path`, NEWEST_FILE)}`,
};
const PROVIDER = { name: text`d.name`, sha256: text`encode(sha256(convert_to(d.document::text, 'UTF8')), 'hex')` };

const RELEASED = { ...columnsOf(PackageEntity, 'k', 'id'), isDev: boolean`${IS_DEV}` };
const TABLE: DocumentTable = { table: sql`packages k`, id: sql`k.id`, metadata: sql`k.metadata` };
/** Documents for version 1 clients are generated as a whole, because they are addressed by digest. */
const MOST_BYTES_OF_VERSION_1 = 8 * 1024 * 1024;

/** Reads and writes the metadata of composer packages, and the documents that present it. */
@Injectable()
export class ComposerRepository {
  constructor(
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  async describe(packageId: number, { content, name }: ComposerManifest, source: ComposerSource): Promise<void> {
    const metadata = JSON.stringify({ composer: content, ...source });
    await this.database.run(sql`
      update packages set metadata = ${metadata}::jsonb, name = ${name} where id = ${packageId}`);
  }

  isTaken(projectId: number, nameKey: string, versionKey: string): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from packages k where k.project_id = ${projectId} and k.package_type = 'composer'
        and k.name_key = ${nameKey} and k.version_key = ${versionKey} and k.status <> 'pending_destruction'`);
  }

  /** Whether the version, whose row the transaction has locked, has files other than this one. */
  holdsOthers(packageId: number, fileId: number): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from package_files f where f.package_id = ${packageId} and f.id <> ${fileId} and f.deleted_at is null`);
  }

  /** Returns the version key of the newest file of that name, in any version of the package. */
  async findArchive(projectId: number, nameKey: string, fileName: string): Promise<string | null> {
    const row = await this.database.row(
      select(
        { versionKey: text`k.version_key` },
        sql`from packages k join package_files f on f.package_id = k.id
          where k.project_id = ${projectId} and k.package_type = 'composer' and k.name_key = ${nameKey}
            and k.status = 'default' and f.file_name = ${fileName} and f.deleted_at is null
          order by f.id desc limit 1`,
      ),
    );
    return row?.versionKey ?? null;
  }

  /** Versions of one package, and whether each comes from a branch. */
  versions(projectIds: readonly number[], nameKey: string) {
    return this.database.rows(
      select(RELEASED, sql`from (${newest(projectIds, sql`k.name_key = ${nameKey}`)}) k order by k.version_key`),
    );
  }

  /** The JSON of the first of these versions, in the given order, as many as may be held in memory at once. */
  firstOf(ids: readonly number[]) {
    return this.database.rows(
      select(
        { place: bigint`w.place`, entry: text`(${this.entry()})::text` },
        sql`from ${heldAtOnce(ids, TABLE)} w join packages k on k.id = w.id join routes r on r.project_id = k.project_id
          order by w.place`,
      ),
    );
  }

  /** All versions of one package in the form that version 1 clients read; null for an unknown name or digest. */
  async document(projectIds: readonly number[], nameKey: string, sha256: string): Promise<string | null> {
    const row = await this.database.row(
      select(
        { document: text`d.document::text` },
        sql`from (${this.documents(projectIds, sql`k.name_key = ${nameKey}`)}) d
          where encode(sha256(convert_to(d.document::text, 'UTF8')), 'hex') = ${sha256}`,
      ),
    );
    return row?.document ?? null;
  }

  /** A value that changes whenever any document does. */
  async stamp(projectIds: readonly number[]): Promise<string> {
    const row = await this.database.row(
      select(STAMP, sql`from packages k join routes r on r.project_id = k.project_id where ${isReleased(projectIds)}`),
    );
    return row?.stamp ?? '';
  }

  /** Every package with the digest of its document. */
  providers(projectIds: readonly number[]) {
    return this.database.rows(select(PROVIDER, sql`from (${this.documents(projectIds, sql`true`)}) d order by d.name`));
  }

  /**
   * Leaves out documents that are too long. Checks their stored size first, which costs nothing, and then their size as
   * text.
   */
  private documents(projectIds: readonly number[], where: Sql): Sql {
    return sql`
      with released as materialized (${newest(projectIds, where)}),
      stored as materialized (
        select name_key from released group by name_key
        having sum(pg_column_size(metadata)) <= ${MOST_BYTES_OF_VERSION_1}::bigint),
      short as materialized (
        select name_key from released join stored using (name_key) group by name_key
        having sum(octet_length(metadata::text)) <= ${MOST_BYTES_OF_VERSION_1}::bigint)
      select k.name_key as name,
        jsonb_build_object('packages', jsonb_build_object(k.name_key, jsonb_object_agg(k.version, ${this.entry()}))) as document
      from released k join short using (name_key) join routes r on r.project_id = k.project_id
      group by k.name_key`;
  }

  /** For `packages k join routes r`. */
  private entry(): Sql {
    const site = sql`${this.env.baseUrl}::text`;
    return sql`(k.metadata->'composer') || jsonb_strip_nulls(jsonb_build_object(
      'name', k.name, 'version', k.version, 'uid', k.id,
      'dist', jsonb_build_object('type', 'zip', 'reference', k.metadata->>'reference', 'url',
        ${site} || '/api/v4/projects/' || k.project_id || '/packages/composer/archives/' || k.name || '.zip?sha='
          || (k.metadata->>'reference')),
      'source', case when k.metadata->'isCommit' = 'true' then jsonb_build_object('type', 'git',
        'url', ${site} || '/' || r.path || '.git', 'reference', k.metadata->>'reference') end))`;
  }
}

/** A version whose archive was deleted is not offered, because it could not be installed. */
const HAS_ARCHIVE = sql`exists (
  select 1 from package_files f
  where f.package_id = k.id and f.deleted_at is null
    and f.file_name = replace(k.name_key, '/', '-') || '-' || lower(k.metadata ->> 'reference') || '.zip')`;

/** For `packages k`. The second status condition matches the predicate of the index on names. */
const isReleased = (projectIds: readonly number[]): Sql => sql`
  k.project_id = any(${[...projectIds]}::bigint[]) and k.package_type = 'composer' and k.status = 'default'
  and k.status <> 'pending_destruction'`;

/** The newest package of each version that several projects hold (contract: packages §4.9). */
const newest = (projectIds: readonly number[], where: Sql): Sql => sql`
  select distinct on (k.name_key, k.version_key) k.* from packages k
  where ${isReleased(projectIds)} and ${where} and ${HAS_ARCHIVE}
  order by k.name_key, k.version_key, k.id desc`;
