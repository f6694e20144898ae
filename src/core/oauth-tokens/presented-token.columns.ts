import { columnsOf } from '../../platform/database/columns-of.js';
import { bigint, boolean, nullable, text, timestamptz } from '../../platform/database/typed-sql.js';
import type { RowOf } from '../../platform/database/typed-sql.js';
import { UserEntity } from '../users/user.entity.js';
import { OauthFamilyEntity } from './families/oauth-family.entity.js';
import { OauthAccessTokenEntity } from './oauth-access-token.entity.js';
import { OauthRefreshTokenEntity } from './oauth-refresh-token.entity.js';
import { FAMILY_COLUMNS, IS_USER_ACTIVE, scopesLeftOf } from './oauth-token.columns.js';

const COMMON = {
  familyId: bigint`f.id`,
  ...columnsOf(OauthFamilyEntity, 'f', 'applicationId', 'userId'),
  applicationUid: nullable(text`a.uid`),
  ...columnsOf(UserEntity, 'u', 'username'),
  isUserActive: IS_USER_ACTIVE,
};

/** For `oauth_access_tokens t` with its family `f`, user `u` and application `a`. */
export const PRESENTED_ACCESS_TOKEN = {
  kind: text<'access' | 'refresh'>`'access'`,
  ...COMMON,
  ...columnsOf(OauthAccessTokenEntity, 't', 'createdAt'),
  scopes: scopesLeftOf(columnsOf(OauthAccessTokenEntity, 't', 'scopes').scopes),
  /** Null for refresh tokens, which live as long as their family. */
  expiresAt: nullable(timestamptz`t.expires_at`),
  /** Expired, used or revoked. */
  isDead: boolean`t.expires_at <= now() or t.revoked_at is not null or f.revoked_at is not null`,
  /** Whether it is a used refresh token of a live family. */
  isConsumed: boolean`false`,
};

/** A token of either kind, as presented by a client. */
export type PresentedToken = RowOf<typeof PRESENTED_ACCESS_TOKEN>;

/** Same columns in the same order, for `oauth_refresh_tokens t`. */
export const PRESENTED_REFRESH_TOKEN: typeof PRESENTED_ACCESS_TOKEN = {
  kind: text`'refresh'`,
  ...COMMON,
  ...columnsOf(OauthRefreshTokenEntity, 't', 'createdAt'),
  scopes: scopesLeftOf(FAMILY_COLUMNS.scopes),
  expiresAt: nullable(timestamptz`null`),
  isDead: boolean`t.consumed_at is not null or t.revoked_at is not null or f.revoked_at is not null`,
  isConsumed: boolean`t.consumed_at is not null and t.revoked_at is null and f.revoked_at is null`,
};
