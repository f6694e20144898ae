import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { bigint, boolean, select } from '../../platform/database/typed-sql.js';
import type { RowOf } from '../../platform/database/typed-sql.js';
import { TwoFactorEntity } from './two-factor.entity.js';

const COLUMNS = {
  ...columnsOf(TwoFactorEntity, 'f', 'secret'),
  isConfirmed: boolean`f.confirmed_at is not null`,
};

@Injectable()
export class TwoFactorRepository {
  constructor(private readonly database: Database) {}

  find(userId: number): Promise<RowOf<typeof COLUMNS> | null> {
    return this.database.row(select(COLUMNS, sql`from two_factor f where f.user_id = ${userId}`));
  }

  /** Overwrites a pending secret; false when there is a confirmed one. */
  async begin(userId: number, secret: Buffer): Promise<boolean> {
    const changed = await this.database.run(sql`
      insert into two_factor as held (user_id, secret) values (${userId}, ${secret})
      on conflict (user_id) do update set secret = excluded.secret, last_step = 0, created_at = now()
        where held.confirmed_at is null`);
    return changed > 0;
  }

  /** Returns false when another request was faster. */
  async confirm(userId: number, step: number): Promise<boolean> {
    const changed = await this.database.run(sql`
      update two_factor set confirmed_at = now(), last_step = ${step}
      where user_id = ${userId} and confirmed_at is null and last_step < ${step}`);
    return changed > 0;
  }

  /** Each time step can be used only once, also by concurrent requests (contract: oauth §2.3). */
  async takeStep(userId: number, step: number): Promise<boolean> {
    const changed = await this.database.run(sql`
      update two_factor set last_step = ${step}
      where user_id = ${userId} and confirmed_at is not null and last_step < ${step}`);
    return changed > 0;
  }

  async insertBackupCodes(userId: number, digests: readonly Buffer[]): Promise<void> {
    await this.database.run(sql`
      insert into two_factor_backup_codes (user_id, digest) select ${userId}, unnest(${[...digests]}::bytea[])`);
  }

  /** Each code can be used only once. */
  async takeBackupCode(userId: number, digest: Buffer): Promise<boolean> {
    const changed = await this.database.run(sql`
      delete from two_factor_backup_codes c using two_factor f
      where c.user_id = ${userId} and c.digest = ${digest} and f.user_id = c.user_id and f.confirmed_at is not null`);
    return changed > 0;
  }

  async countBackupCodes(userId: number): Promise<number> {
    const row = await this.database.row(
      select({ left: bigint`count(*)` }, sql`from two_factor_backup_codes where user_id = ${userId}`),
    );
    return row?.left ?? 0;
  }

  /** Also deletes a pending one. */
  async delete(userId: number): Promise<void> {
    await this.database.repository(TwoFactorEntity).delete(userId);
  }

  /** Returns false when there was no confirmed one. */
  async deleteConfirmed(userId: number): Promise<boolean> {
    const changed = await this.database.run(
      sql`delete from two_factor where user_id = ${userId} and confirmed_at is not null`,
    );
    return changed > 0;
  }
}
