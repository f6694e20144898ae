import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { digestOf } from '../../../platform/crypto/random.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, bytea, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';

const AT_ONCE = 500;
const GROUPS = sql`groups`;
const PROJECTS = sql`projects`;
const UNDIGESTED_COLUMNS = { id: bigint`t.id`, token: bytea`t.runners_token` };

/** Finds the group or project of a registration token (contract: triggers §9). */
@Injectable()
export class RegistrationTargetsRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  findGroupId(token: string): Promise<number | null> {
    return this.find(GROUPS, token);
  }

  findProjectId(token: string): Promise<number | null> {
    return this.find(PROJECTS, token);
  }

  /** Tokens that are older than the digest column get their digest the first time that a token is not found. */
  private async find(table: Sql, token: string): Promise<number | null> {
    const found = await this.lookUp(table, token);
    return found === null && (await this.digestOlder(table)) ? this.lookUp(table, token) : found;
  }

  private async lookUp(table: Sql, token: string): Promise<number | null> {
    const row = await this.database.row(
      select(
        { id: bigint`t.id` },
        sql`from ${table} t where t.runners_token_digest = ${digestOf(token)} and not t.pending_delete`,
      ),
    );
    return row?.id ?? null;
  }

  /** Returns false when no token lacked its digest. */
  private async digestOlder(table: Sql): Promise<boolean> {
    let isDone = false;
    for (let rows = await this.undigested(table); rows.length > 0; rows = await this.undigested(table)) {
      const digests = rows.map(({ token }) => digestOf(this.box.open(token)));
      await this.database.run(sql`
        update ${table} t set runners_token_digest = d.digest
        from unnest(${rows.map(({ id }) => id)}::bigint[], ${digests}::bytea[]) as d (id, digest)
        where t.id = d.id and t.runners_token_digest is null`);
      isDone = true;
    }
    return isDone;
  }

  private undigested(table: Sql): Promise<RowOf<typeof UNDIGESTED_COLUMNS>[]> {
    return this.database.rows(
      select(
        UNDIGESTED_COLUMNS,
        sql`from ${table} t
          where t.runners_token_digest is null and t.runners_token is not null order by t.id limit ${AT_ONCE}`,
      ),
    );
  }
}
