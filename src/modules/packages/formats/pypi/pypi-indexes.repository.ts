import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../../../platform/database/columns-of.js';
import { Database } from '../../../../platform/database/database.js';
import { bigint, nullable, select, text } from '../../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../../platform/database/typed-sql.js';
import { stampOf } from '../../files/stamp.sql.js';
import { PackageBlobEntity } from '../../records/package-blob.entity.js';
import { PackageFileEntity } from '../../records/package-file.entity.js';
import { PackageEntity } from '../../records/package.entity.js';

const FILE = {
  ...columnsOf(PackageFileEntity, 'f', 'id', 'projectId', 'fileName', 'size'),
  ...columnsOf(PackageBlobEntity, 'b', 'sha256'),
  requiresPython: nullable(text`f.metadata ->> 'requires_python'`),
};
/** A file as it appears in an index. */
export type PypiFile = RowOf<typeof FILE>;

const NAME = columnsOf(PackageEntity, 'k', 'name', 'nameKey');
/** A package as it appears in the index of all packages. */
export type PypiName = RowOf<typeof NAME>;

/** Number of rows of an index, and a stamp that changes when any of them does. */
const STATE = { rows: bigint`count(*)`, stamp: text`${stampOf(sql`k.id`, sql`f.id`)}` };
export type IndexState = RowOf<typeof STATE>;

/**
 * A name in several projects; of a version that more than one of them holds, the newest package is used (contract:
 * packages §4.9).
 */
export interface PypiLookup {
  readonly projectIds: readonly number[];
  readonly nameKey: string;
}

/** Reads the parts of indexes: one statement per part, however many projects and packages there are. */
@Injectable()
export class PypiIndexesRepository {
  constructor(private readonly database: Database) {}

  /** State of the index of all packages, or of one. */
  async state(projectIds: readonly number[], nameKey?: string): Promise<IndexState> {
    const isMeant = nameKey === undefined ? sql`true` : sql`k.name_key = ${nameKey}`;
    const row = await this.database.row(select(STATE, sql`from ${FILES} where ${isServed(projectIds)} and ${isMeant}`));
    return row ?? { rows: 0, stamp: '' };
  }

  /** Names in their first published spelling, after the normalised name `after`. */
  names(projectIds: readonly number[], after: string, limit: number): Promise<PypiName[]> {
    return this.database.rows(
      select(
        NAME,
        sql`from (
            select distinct on (k.name_key) k.name, k.name_key from ${FILES}
            where ${isServed(projectIds)} and k.name_key > ${after}
            order by k.name_key, k.id limit ${limit}) k
          order by k.name_key`,
      ),
    );
  }

  /** The files after the file with the id `after`, oldest first. */
  files({ projectIds, nameKey }: PypiLookup, after: number, limit: number): Promise<PypiFile[]> {
    return this.database.rows(
      select(
        FILE,
        sql`from (
            select distinct on (k.version_key) k.id from packages k
            where ${isServed(projectIds)} and k.name_key = ${nameKey}
            order by k.version_key, k.id desc) newest
          join package_files f on f.package_id = newest.id and f.deleted_at is null
          join package_blobs b on b.id = f.blob_id
          where f.id > ${after}
          order by f.id limit ${limit}`,
      ),
    );
  }
}

const FILES = sql`packages k join package_files f on f.package_id = k.id and f.deleted_at is null`;

/** For `packages k`. */
const isServed = (projectIds: readonly number[]): Sql => sql`
  k.project_id = any(${[...projectIds]}::bigint[]) and k.package_type = 'pypi' and k.status = 'default'`;
