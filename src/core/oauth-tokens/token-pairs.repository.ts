import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { digestOf } from '../../platform/crypto/random.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { boolean, returning, select } from '../../platform/database/typed-sql.js';
import type { RowOf } from '../../platform/database/typed-sql.js';
import { OauthAccessTokenEntity } from './oauth-access-token.entity.js';
import { OauthRefreshTokenEntity } from './oauth-refresh-token.entity.js';
import { FAMILY_COLUMNS, IS_LIVE } from './oauth-token.columns.js';

export interface NewAccessToken {
  readonly value: string;
  readonly familyId: number;
  readonly userId: number;
  readonly applicationId: number | null;
  readonly scopes: readonly string[];
  readonly seconds: number;
}

const REFRESH_TOKEN_COLUMNS = {
  ...columnsOf(OauthRefreshTokenEntity, 'r', 'id', 'familyId'),
  ...FAMILY_COLUMNS,
  isLive: IS_LIVE,
};

/** A refresh token with its grant; the scopes are those granted originally. */
export type RefreshToken = RowOf<typeof REFRESH_TOKEN_COLUMNS>;

const consumptionColumns = (windowSeconds: number) => ({
  ...columnsOf(OauthRefreshTokenEntity, 'r', 'replayKey', 'replayAnswer'),
  /** Whether it was consumed longer ago than concurrent requests of one client explain. */
  isOld: boolean`coalesce(r.consumed_at <= clock_timestamp() - ${windowSeconds} * interval '1 second', false)`,
});

/** Why a refresh token could not be consumed. */
export type Consumption = RowOf<ReturnType<typeof consumptionColumns>>;

const CREATED = columnsOf(OauthAccessTokenEntity, 't', 'createdAt');
const ACCESS_COLUMNS = sql`digest, family_id, user_id, application_id, scopes, expires_at`;
const accessValues = ({ value, familyId, userId, applicationId, scopes, seconds }: NewAccessToken) => sql`
  ${digestOf(value)}::bytea, ${familyId}::bigint, ${userId}::bigint, ${applicationId}::bigint, ${[...scopes]}::text[],
  now() + ${seconds} * interval '1 second'`;

/** Access and refresh tokens; unique indexes allow one live token of each kind per family (contract: oauth §12). */
@Injectable()
export class TokenPairsRepository {
  constructor(private readonly database: Database) {}

  /** Inserts an access token with its refresh token; returns the time of creation. */
  async insertPair(refreshToken: string, access: NewAccessToken): Promise<string> {
    const row = await this.database.row(
      returning(
        CREATED,
        sql`
          with refresh as (
            insert into oauth_refresh_tokens (digest, family_id)
            values (${digestOf(refreshToken)}, ${access.familyId}) returning id)
          insert into oauth_access_tokens as t (refresh_token_id, ${ACCESS_COLUMNS})
          select refresh.id, ${accessValues(access)} from refresh`,
      ),
    );
    return row?.createdAt ?? '';
  }

  /** Inserts an access token without a refresh token; returns the time of creation. */
  async insertAccessToken(token: NewAccessToken): Promise<string> {
    const row = await this.database.row(
      returning(CREATED, sql`insert into oauth_access_tokens as t (${ACCESS_COLUMNS}) select ${accessValues(token)}`),
    );
    return row?.createdAt ?? '';
  }

  findRefreshToken(value: string): Promise<RefreshToken | null> {
    return this.database.row(
      select(
        REFRESH_TOKEN_COLUMNS,
        sql`from oauth_refresh_tokens r join oauth_families f on f.id = r.family_id join users u on u.id = f.user_id
          where r.digest = ${digestOf(value)}`,
      ),
    );
  }

  /**
   * Consumes the refresh token together with its access token and inserts the new pair; returns the time. Null when it
   * was already consumed or revoked: of concurrent refreshes one wins. It is a single statement, and thus atomic; the
   * new access token waits until the old one is revoked, since a family has only one (contract: oauth §5.2 step 5).
   */
  async rotate(refreshTokenId: number, refreshToken: string, access: NewAccessToken): Promise<string | null> {
    const row = await this.database.row(
      returning(
        CREATED,
        sql`
          with consumed as (
            update oauth_refresh_tokens set consumed_at = clock_timestamp()
            where id = ${refreshTokenId} and consumed_at is null and revoked_at is null returning id, family_id),
          revoked as (
            update oauth_access_tokens set revoked_at = now()
            where family_id in (select family_id from consumed) and revoked_at is null returning id),
          refresh as (
            insert into oauth_refresh_tokens (digest, family_id, parent_id)
            select ${digestOf(refreshToken)}::bytea, family_id, id from consumed returning id)
          insert into oauth_access_tokens as t (refresh_token_id, ${ACCESS_COLUMNS})
          select refresh.id, ${accessValues(access)} from refresh, (select count(*) from revoked) done`,
      ),
    );
    return row?.createdAt ?? null;
  }

  consumptionOf(refreshTokenId: number, windowSeconds: number): Promise<Consumption | null> {
    return this.database.row(
      select(consumptionColumns(windowSeconds), sql`from oauth_refresh_tokens r where r.id = ${refreshTokenId}`),
    );
  }

  /** Stores the answer for a repeated request; only the holder of the token can decrypt it (contract: oauth §14.2). */
  async keepReplay(refreshTokenId: number, key: Buffer, answer: Buffer): Promise<void> {
    await this.database
      .repository(OauthRefreshTokenEntity)
      .update(refreshTokenId, { replayKey: key, replayAnswer: answer });
  }
}
