import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { nullable, select, text } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';

const NOTES = {
  /** Of the newest chart. */
  channel: nullable(
    text`(select f.metadata ->> 'channel' from package_files f
      where f.package_id = k.id and f.deleted_at is null order by f.id desc limit 1)`,
  ),
  /** Why npm warns of the version; empty where it does not any more. */
  deprecation: nullable(text`(select v.deprecated from npm_versions v where v.package_id = k.id)`),
};

/** What formats know of a package and only its page shows. */
export type PackageNotes = RowOf<typeof NOTES>;

@Injectable()
export class PackageNotesRepository {
  constructor(private readonly database: Database) {}

  async of(packageId: number): Promise<PackageNotes> {
    const row = await this.database.row(select(NOTES, sql`from packages k where k.id = ${packageId}`));
    return row ?? { channel: null, deprecation: null };
  }
}
