import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { Database } from '../database/database.js';
import { bigint, select, text } from '../database/typed-sql.js';
import type { RowOf } from '../database/typed-sql.js';
import { BLOB_REFERENCES } from './blob-references.js';

const COLUMNS = { key: text`key`, size: bigint`size`, owner: text`owner` };

/** A row that refers to an object of the blob store. */
export type BlobReference = RowOf<typeof COLUMNS>;

const PAGE = 1000;
const TABLES = Object.values(BLOB_REFERENCES).map((query) => raw(`(${query}) as named`));

@Injectable()
export class BlobReferencesRepository {
  constructor(private readonly database: Database) {}

  /** Yields all references, page by page. */
  async *pages(): AsyncGenerator<readonly BlobReference[]> {
    for (const table of TABLES) {
      let page: readonly BlobReference[] = [];
      do {
        page = await this.after(table, page.at(-1)?.key ?? '');
        yield page;
      } while (page.length === PAGE);
    }
  }

  /** Whether a row still refers to it: the row may have been deleted since its page was read. */
  async isNamed({ key }: BlobReference): Promise<boolean> {
    for (const table of TABLES) {
      if (await this.database.exists(sql`select 1 from ${table} where key = ${key} limit 1`)) {
        return true;
      }
    }
    return false;
  }

  /** Objects have one owner, so the key is enough to find the next page of its table. */
  private after(table: Sql, key: string): Promise<readonly BlobReference[]> {
    return this.database.rows(select(COLUMNS, sql`from ${table} where key > ${key} order by key limit ${PAGE}`));
  }
}
