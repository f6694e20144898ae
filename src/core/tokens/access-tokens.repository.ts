import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import { Clock } from '../../common/time/clock.js';
import { digestOf } from '../../platform/crypto/random.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { listOf, Lists } from '../../platform/database/list-query.js';
import { bigint, boolean, double, nullable, returning, select, text } from '../../platform/database/typed-sql.js';
import type { RowOf } from '../../platform/database/typed-sql.js';
import { toAccount } from '../access/caller.js';
import type { Account } from '../access/caller.js';
import { ACCOUNT } from '../access/account.columns.js';
import { TOKEN_COLUMNS } from './access-token.columns.js';
import { AccessTokenEntity } from './access-token.entity.js';
import type { AccessToken, AccessTokenKind } from './access-token.js';
import { isUseNoteDue, noteUser, USE_NOTE_DUE } from '../access/use-notes.sql.js';

/** A token, active or not, with the account it acts as. */
export interface TokenHolder {
  readonly account: Account;
  readonly token: {
    readonly id: number;
    readonly kind: AccessTokenKind;
    readonly scopes: readonly string[];
    readonly expiresAt: string | null;
    readonly lastUsedAt: string | null;
    readonly isExpired: boolean;
    readonly isRevoked: boolean;
  };
}

const HOLDER_COLUMNS = {
  ...ACCOUNT,
  ...columnsOf(AccessTokenEntity, 't', 'scopes', 'expiresAt', 'lastUsedAt'),
  tokenId: bigint`t.id`,
  tokenKind: text<AccessTokenKind>`t.kind`,
  isRevoked: boolean`t.revoked_at is not null`,
};

export type NewAccessToken = Partial<AccessTokenEntity>;

const TOKENS = listOf({
  type: 'PersonalAccessToken',
  columns: TOKEN_COLUMNS,
  from: sql`access_tokens t`,
  defaultSort: { by: 'id', direction: 'asc' },
});

const SINCE_ROTATION = { seconds: nullable(double`extract(epoch from now() - rotated_at)::float8`) };

@Injectable()
export class AccessTokensRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly clock: Clock,
  ) {}

  /** One statement on the digest index and the primary key of users: the most frequent query of the service. */
  async findHolder(value: string): Promise<TokenHolder | null> {
    const row = await this.database.lookup(
      select(
        HOLDER_COLUMNS,
        sql`from access_tokens t join users u on u.id = t.user_id where t.digest = ${digestOf(value)}`,
      ),
    );
    return row && this.holderOf(row);
  }

  /** Records a use at most once in ten minutes, outside the request's transaction (contract: conventions §6.2). */
  noteUse({ account, token }: TokenHolder, address: string): void {
    if (!isUseNoteDue(token.lastUsedAt, this.clock.millis())) {
      return;
    }
    const note = this.database.detached(async () => {
      const noted = await this.database.run(sql`
        update access_tokens set last_used_at = now(), last_used_ip = ${address}
        where id = ${token.id} and ${USE_NOTE_DUE}`);
      if (noted > 0 && token.kind === 'personal') {
        await this.database.run(noteUser(account.id));
      }
    });
    note.catch(() => undefined); // a failed update must not fail the request
  }

  find(id: number): Promise<AccessToken | null> {
    return this.database.row(select(TOKEN_COLUMNS, sql`from access_tokens t where t.id = ${id}`));
  }

  page(where: readonly Sql[], page: PageRequest): Promise<Page<AccessToken>> {
    return this.lists.page(TOKENS, where, { page });
  }

  /** Returns at most a thousand, newest first. */
  all(where: readonly Sql[]): Promise<AccessToken[]> {
    const conditions = join(
      where.map((condition) => sql`(${condition})`),
      ' and ',
    );
    return this.database.rows(
      select(TOKEN_COLUMNS, sql`from access_tokens t where ${conditions} order by t.id desc limit 1000`),
    );
  }

  insert(token: NewAccessToken): Promise<number> {
    return this.database.insert(AccessTokenEntity, token);
  }

  /** Returns false when it was already revoked: of two concurrent revocations or rotations one wins. */
  async revoke(id: number): Promise<boolean> {
    return (
      (await this.database.run(
        sql`update access_tokens set revoked_at = now() where id = ${id} and revoked_at is null`,
      )) > 0
    );
  }

  /** Records that `id` was rotated into `successorId`, and copies the impersonator. */
  async noteRotation(id: number, successorId: number): Promise<void> {
    await this.database.run(sql`
      update access_tokens set rotated_at = now(), successor_id = ${successorId} where id = ${id}`);
    await this.database.run(sql`
      update access_tokens s set created_by = t.created_by from access_tokens t
      where t.id = ${id} and s.id = ${successorId} and t.kind = 'impersonation'`);
  }

  /** Null when the token was not rotated. */
  async secondsSinceRotation(id: number): Promise<number | null> {
    const row = await this.database.row(select(SINCE_ROTATION, sql`from access_tokens where id = ${id}`));
    return row?.seconds ?? null;
  }

  /** Revokes all successors of a reused token; returns those that were live. */
  revokeSuccessors(id: number): Promise<AccessToken[]> {
    return this.database.rows(
      returning(
        TOKEN_COLUMNS,
        sql`
          with recursive line as (
            select successor_id as id from access_tokens where id = ${id}
            union select t.successor_id from access_tokens t join line on t.id = line.id)
          update access_tokens t set revoked_at = now() where id in (select id from line) and revoked_at is null`,
      ),
    );
  }

  private holderOf(row: RowOf<typeof HOLDER_COLUMNS>): TokenHolder {
    const { tokenId: id, tokenKind: kind, scopes, expiresAt, lastUsedAt, isRevoked } = row;
    const isExpired = expiresAt !== null && expiresAt <= this.clock.today();
    return { account: toAccount(row), token: { id, kind, scopes, expiresAt, lastUsedAt, isExpired, isRevoked } };
  }
}
