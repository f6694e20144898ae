import { Injectable } from '@nestjs/common';
import sql, { join, raw } from 'sql-template-tag';
import { Database } from '../../platform/database/database.js';
import type { Settings } from './settings.js';

type Row = Record<string, unknown>;

const camel = (name: string): string => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

@Injectable()
export class SettingsRepository {
  constructor(private readonly database: Database) {}

  async load(): Promise<Settings> {
    const row = await this.database.row<Row>(sql`select * from application_settings where id = 1`);
    return settingsOf(Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [camel(name), value])));
  }

  /** Until the end of the transaction nobody else changes a setting. */
  async lock(): Promise<void> {
    await this.database.run(sql`select 1 from application_settings where id = 1 for update`);
  }

  /** Leaves a token that is there as it is. */
  async fillRunnersToken(sealed: Buffer): Promise<void> {
    await this.database.run(sql`
      update application_settings set runners_registration_token = ${sealed}
      where id = 1 and runners_registration_token is null`);
  }

  /** A known text, sealed under the SECRET_KEY of the first start; null before it. */
  async keyCheck(): Promise<Buffer | null> {
    const row = await this.database.row<{ check: Buffer | null }>(
      sql`select key_check as "check" from application_settings where id = 1`,
    );
    return row?.check ?? null;
  }

  async saveKeyCheck(check: Buffer): Promise<void> {
    await this.database.run(sql`update application_settings set key_check = ${check} where id = 1`);
  }

  /** Keys are names of {@link Settings}; nobody else reaches this statement. */
  async save(changes: Partial<Settings>): Promise<void> {
    const sets = Object.entries(changes).map(([name, value]) => sql`${raw(snake(name))} = ${value}`);
    if (sets.length > 0) {
      await this.database.run(sql`update application_settings set ${join(sets)} where id = 1`);
    }
  }
}

/** The columns of the one row are the fields of the interface: the schema test holds them together. */
function settingsOf(row: Row): Settings {
  return row as unknown as Settings;
}
