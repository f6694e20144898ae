import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { select } from '../../platform/database/typed-sql.js';
import { ApplicationSettingsEntity } from './application-settings.entity.js';
import type { Settings } from './settings.js';

const COLUMNS = columnsOf(ApplicationSettingsEntity, 's');
const KEY_CHECK = columnsOf(ApplicationSettingsEntity, 's', 'keyCheck');

/** The only row of settings, which the first migration inserts. */
const ID = 1;

@Injectable()
export class SettingsRepository {
  constructor(private readonly database: Database) {}

  async load(): Promise<Settings> {
    const row = await this.database.row(select(COLUMNS, sql`from application_settings s where s.id = ${ID}`));
    if (!row) {
      throw new Error('The row of the settings is missing.');
    }
    const { id: _id, keyCheck: _check, ...settings } = row;
    return settings;
  }

  /** Prevents other changes of settings until the end of the transaction. */
  async lock(): Promise<void> {
    await this.database.run(sql`select 1 from application_settings where id = ${ID} for update`);
  }

  /** Does not change an existing token. */
  async fillRunnersToken(sealed: Buffer): Promise<void> {
    await this.database.run(sql`
      update application_settings set runners_registration_token = ${sealed}
      where id = ${ID} and runners_registration_token is null`);
  }

  /** A known text, sealed under the SECRET_KEY of the first start; null before it. */
  async keyCheck(): Promise<Buffer | null> {
    const row = await this.database.row(select(KEY_CHECK, sql`from application_settings s where s.id = ${ID}`));
    return row?.keyCheck ?? null;
  }

  async saveKeyCheck(keyCheck: Buffer): Promise<void> {
    await this.database.repository(ApplicationSettingsEntity).update(ID, { keyCheck });
  }

  async save(changes: Partial<Settings>): Promise<void> {
    if (Object.keys(changes).length > 0) {
      await this.database.repository(ApplicationSettingsEntity).update(ID, changes);
    }
  }
}
