import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Clock } from '../../common/time/clock.js';
import { digestOf } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import type { Account } from '../access/caller.js';
import type { AccessToken, AccessTokenKind } from './access-token.js';

const USE_NOTED_EVERY_MS = 10 * 60 * 1000;

/** A live or dead token with the account it acts as. */
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

interface HolderRow extends Account {
  readonly tokenId: number;
  readonly tokenKind: AccessTokenKind;
  readonly scopes: string[];
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly isRevoked: boolean;
}

/** Columns of an {@link AccessToken}, for `from access_tokens t`. */
export const TOKEN_COLUMNS = sql`
  t.id, t.kind, t.user_id as "userId", t.project_id as "projectId", t.group_id as "groupId",
  t.access_level as "accessLevel", t.name, t.description, t.scopes, t.expires_at as "expiresAt",
  coalesce(t.expires_at <= (now() at time zone 'utc')::date, false) as "isExpired", t.revoked_at is not null as "isRevoked",
  t.last_used_at as "lastUsedAt", t.created_at as "createdAt"`;

@Injectable()
export class AccessTokensRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** One statement on the digest index and the primary key of users: the hottest question of the product. */
  async findHolder(value: string): Promise<TokenHolder | null> {
    const row = await this.database.row<HolderRow>(sql`
      select u.id, u.username, u.name, u.kind, u.is_admin as "isAdmin", u.is_external as "isExternal", u.state,
             u.confirmed_at is not null as "isConfirmed", t.id as "tokenId", t.kind as "tokenKind", t.scopes,
             t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt", t.revoked_at is not null as "isRevoked"
      from access_tokens t join users u on u.id = t.user_id where t.digest = ${digestOf(value)}`);
    return row && this.holderOf(row);
  }

  /** At most once in ten minutes, and outside the request's transaction (contract: conventions §6.2). */
  noteUse({ token }: TokenHolder, address: string): void {
    const last = token.lastUsedAt === null ? 0 : Date.parse(token.lastUsedAt);
    if (this.clock.millis() - last < USE_NOTED_EVERY_MS) {
      return;
    }
    const note = this.database.detached(() =>
      this.database.run(sql`
        update access_tokens set last_used_at = now(), last_used_ip = ${address}
        where id = ${token.id} and (last_used_at is null or last_used_at < now() - interval '10 minutes')`),
    );
    note.catch(() => undefined); // the trace of a use is not worth failing the use
  }

  find(id: number): Promise<AccessToken | null> {
    return this.database.row<AccessToken>(sql`select ${TOKEN_COLUMNS} from access_tokens t where t.id = ${id}`);
  }

  private holderOf(row: HolderRow): TokenHolder {
    const { tokenId, tokenKind, scopes, expiresAt, lastUsedAt, isRevoked, ...account } = row;
    const isExpired = expiresAt !== null && expiresAt <= this.clock.today();
    return { account, token: { id: tokenId, kind: tokenKind, scopes, expiresAt, lastUsedAt, isExpired, isRevoked } };
  }
}
