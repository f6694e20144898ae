import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../../platform/database/columns-of.js';
import { Database } from '../../../../platform/database/database.js';
import { bigint, select, text } from '../../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../../platform/database/typed-sql.js';
import { heldAtOnce } from '../../files/document-rows.sql.js';
import type { DocumentTable } from '../../files/document-rows.sql.js';
import { SERVED } from '../../files/package-downloads.repository.js';
import type { ServedFile } from '../../files/package-downloads.repository.js';
import { PackageFileEntity } from '../../records/package-file.entity.js';
import { PackageEntity } from '../../records/package.entity.js';

const NAMED = {
  ...columnsOf(PackageFileEntity, 'f', 'id', 'createdAt'),
  ...columnsOf(PackageEntity, 'k', 'name', 'version'),
};

/** The name of a chart, with the id of its file. */
export type ChartName = RowOf<typeof NAMED>;

const ENTRY = {
  ...NAMED,
  place: bigint`w.place`,
  /** As JSON, which is also valid YAML. */
  json: text`(f.metadata -> 'chart' || jsonb_build_object(
    'created', to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'digest', b.sha256, 'urls', jsonb_build_array('charts/' || f.file_name)))::text`,
};

/** A chart as it appears in an index. */
export type ChartEntry = RowOf<typeof ENTRY>;

const TABLE: DocumentTable = { table: sql`package_files f`, id: sql`f.id`, metadata: sql`f.metadata` };

const CHARTS = sql`from package_files f join packages k on k.id = f.package_id join package_blobs b on b.id = f.blob_id`;

@Injectable()
export class HelmRepository {
  constructor(private readonly database: Database) {}

  /** The newest chart of each name and version in the channel. */
  charts(projectId: number, channel: string): Promise<ChartName[]> {
    return this.database.rows(
      select(
        NAMED,
        sql`from package_files f join packages k on k.id = f.package_id join (
            select max(f.id) as id from package_files f
            where ${inChannel(projectId, channel)} group by f.package_id) newest on newest.id = f.id
          where k.package_type = 'helm' and k.status = 'default'`,
      ),
    );
  }

  /** The first of these charts, in the given order, as many as may be held in memory at once. */
  firstOf(ids: readonly number[]): Promise<ChartEntry[]> {
    const first = heldAtOnce(ids, TABLE);
    return this.database.rows(select(ENTRY, sql`${CHARTS} join ${first} w on w.id = f.id order by w.place`));
  }

  /** The newest file of that name in the channel. */
  findFile(projectId: number, channel: string, fileName: string): Promise<ServedFile | null> {
    return this.database.row(
      select(
        SERVED,
        sql`${CHARTS}
          where ${inChannel(projectId, channel)} and f.file_name = ${fileName}
            and k.package_type = 'helm' and k.status = 'default'
          order by f.id desc limit 1`,
      ),
    );
  }
}

const inChannel = (projectId: number, channel: string) => sql`
  f.project_id = ${projectId} and f.metadata ? 'channel' and f.metadata ->> 'channel' = ${channel} and f.deleted_at is null`;
