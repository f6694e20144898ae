import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { nullable, select, text } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';

const NOTES = {
  /** Channel of the newest chart. */
  channel: nullable(
    text`(select f.metadata ->> 'channel' from package_files f
      where f.package_id = k.id and f.deleted_at is null order by f.id desc limit 1)`,
  ),
  /** Deprecation message of an npm version; empty if it is no longer deprecated. */
  deprecation: nullable(text`(select v.deprecated from npm_versions v where v.package_id = k.id)`),
};

/** Format-specific data that only the page of a package shows. */
export type PackageNotes = RowOf<typeof NOTES>;

@Injectable()
export class PackageNotesRepository {
  constructor(private readonly database: Database) {}

  async of(packageId: number): Promise<PackageNotes> {
    const row = await this.database.row(select(NOTES, sql`from packages k where k.id = ${packageId}`));
    return row ?? { channel: null, deprecation: null };
  }
}
